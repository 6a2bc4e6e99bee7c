import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PeoplePage } from './PeoplePage';

const base = '*/api/v1/projects/harbour/member-invitations/';
const nora = {
  id: 3,
  name: 'Nora Lind',
  email: 'nora@example.org',
  role: 'annotator',
  url: 'https://lectern.example.org/join/secret.signature',
  open: true,
  expires_at: '2099-12-06T10:00:00Z',
  created_at: '2026-11-22T10:00:00Z',
  invited_by: ines,
  sent_at: null,
  is_waiting: true,
  send_error: '',
};

let pending: (typeof nora)[];
let sent: unknown[];

beforeEach(() => {
  pending = [];
  sent = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json({ ...project, slug: 'harbour', role: 'admin' })),
    http.get('*/api/v1/projects/harbour/members/', () =>
      HttpResponse.json(page([{ id: 1, user: ines, role: 'admin' }])),
    ),
    http.get(base, () => HttpResponse.json(page(pending))),
    http.post(base, async ({ request }) => {
      sent.push(await request.json());
      pending = [nora];
      return HttpResponse.json(nora, { status: 201 });
    }),
    http.delete(`${base}3/`, () => {
      pending = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function open() {
  return renderAt('/p/harbour/people', '/p/:slug/people', <PeoplePage />);
}

it('invites somebody by e-mail, shows the link, and revokes it after a question', async () => {
  const { user } = open();
  const form = await screen.findByRole('form', { name: 'Invite a person' });
  expect(within(form).getByRole('button', { name: 'Create link' })).toBeEnabled();
  await user.type(within(form).getByLabelText('E-mail'), 'nora@example.org');
  await user.click(within(form).getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText(nora.url)).toBeVisible();
  expect(sent).toEqual([{ email: 'nora@example.org', name: '', role: 'annotator' }]);
  const invited = await screen.findByRole('region', { name: 'Invited' });
  expect(within(invited).getByText('is being sent')).toBeVisible();
  await user.click(within(invited).getByRole('button', { name: 'Revoke the invitation of Nora Lind' }));
  await user.click(within(invited).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Invited' })).not.toBeInTheDocument());
});

it('names the wrong lines of a list, and invites the others when asked', async () => {
  server.use(
    http.post(`${base}many/`, async ({ request }) => {
      const body = (await request.json()) as { only_correct: boolean };
      sent.push(body);
      if (body.only_correct)
        return HttpResponse.json({ n_invited: 1, n_renewed: 0, errors: [{ line: 3, message: 'x' }] });
      const errors = [{ line: 3, field: 'email', message: '“ben” is no e-mail address.' }];
      const detail = '1 line is wrong. Nobody was invited.';
      return HttpResponse.json({ code: 'wrong_lines', detail, errors, n_correct: 1 }, { status: 400 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByText('Invite many from a list'));
  const list = screen.getByRole('textbox', { name: 'List' });
  await user.click(list);
  await user.paste('name,email,role\nAna,ana@example.org,annotator\nBen,ben,viewer');
  await user.click(screen.getByRole('button', { name: 'Invite all' }));
  expect(await screen.findByText('Line 3: “ben” is no e-mail address.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite the other person' }));
  expect(await screen.findByText(/1 person is being sent an invitation\. 1 line was left out\./)).toBeVisible();
  expect(list).toHaveValue('');
  expect(sent).toHaveLength(2);
});

it('says what becomes of open work before a member is removed', async () => {
  const load = { person: ines, n_slots: 1, n_rows: 33, rows_per_hour: null, hours_left: null };
  server.use(http.get('*/api/v1/projects/harbour/assignments/workload/', () => HttpResponse.json([load])));
  open();
  const name = ines.name || ines.username;
  await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }));
  expect(
    await screen.findByText(new RegExp(`1 open review of ${name}, 33 rows left, goes back to the queue`)),
  ).toBeVisible();
});

it('copies the links of all who are invited, with their names', async () => {
  pending = [nora, { ...nora, id: 4, name: '', email: 'max@example.org', url: 'https://lectern.example.org/join/max' }];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Copy all links' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(
    `Nora Lind\t${nora.url}\nmax@example.org\thttps://lectern.example.org/join/max`,
  );
});
