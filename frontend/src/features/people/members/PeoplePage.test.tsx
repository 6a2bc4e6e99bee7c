import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
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
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: ines })),
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json({ ...project, slug: 'harbour', role: 'admin' })),
    http.get('*/api/v1/projects/harbour/members/', () =>
      HttpResponse.json(page([{ id: 1, user: ines, role: 'admin', languages: [] }])),
    ),
    http.get('*/api/v1/projects/harbour/assignments/choices/', () =>
      HttpResponse.json({ languages: ['en', 'de-CH', ''], events: [], splits: [] }),
    ),
    http.get('*/api/v1/projects/harbour/announcements/written/', () => HttpResponse.json([])),
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
  expect(sent).toEqual([{ email: 'nora@example.org', name: '', role: 'annotator', languages: [] }]);
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

const eve = { id: 7, username: 'eve', name: 'Eve Larkin' };
const leaving = {
  slots: [
    {
      id: 4,
      pair: 'Glass that sings',
      source_language: 'en',
      target_language: 'de',
      n_rows: 132,
      n_reviewed: 99,
      lease_ends: null,
    },
  ],
  n_submitted: 4,
  n_rows: 611,
  heirs: [
    {
      person: { id: 8, username: 'tomas', name: 'Tomás Arriaga' },
      n_slots: 0,
      n_rows: 0,
      rows_per_hour: 100,
      hours_left: 13,
      n_may: 1,
    },
    { person: ines, n_slots: 0, n_rows: 0, rows_per_hour: null, hours_left: null, n_may: 0 },
  ],
  is_last_admin: false,
};

function withEve(data: typeof leaving) {
  let people = [eve];
  server.use(
    http.get('*/api/v1/projects/harbour/members/', () =>
      HttpResponse.json(page(people.map((user) => ({ id: 2, user, role: 'annotator', languages: [] })))),
    ),
    http.get('*/api/v1/projects/harbour/people/7/leaving/', async () => {
      // Whoever has left is asked about until the row is gone: what was said of them must not wait for the answer.
      if (people.length === 0) await delay('infinite');
      return HttpResponse.json(data);
    }),
    http.post('*/api/v1/projects/harbour/people/7/remove/', async ({ request }) => {
      sent.push(await request.json());
      people = [];
      return HttpResponse.json({ n_queue: 0, n_given: 1, n_aside: 0 });
    }),
    http.post('*/api/v1/projects/harbour/people/7/take-back/', () => {
      people = [eve];
      return HttpResponse.json({ n_back: 1 });
    }),
  );
}

it('asks what becomes of open work before somebody is removed, and takes it back', async () => {
  withEve(leaving);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Eve Larkin' }));
  expect(await screen.findByRole('button', { name: 'Remove, 1 review to the queue' })).toBeEnabled();
  expect(screen.getByText('99 of 132')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Give to somebody/ }));
  await user.click(screen.getByRole('combobox', { name: 'Give to' }));
  expect(screen.queryByRole('option', { name: /Ines/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: /Tomás Arriaga/ }));
  await user.click(screen.getByRole('button', { name: 'Remove, 1 review to Tomás Arriaga' }));
  expect(await screen.findByText('Eve Larkin was removed. 1 review was given on.')).toBeVisible();
  expect(sent).toEqual([{ work: 'give', to: 8 }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Remove Eve Larkin' })).toBeVisible();
});

it('asks nothing about work where there is none, and keeps the last admin', async () => {
  withEve({ ...leaving, slots: [], is_last_admin: true });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Eve Larkin' }));
  expect(await screen.findByText('Make someone else admin first.')).toBeVisible();
  expect(screen.queryByText('What becomes of it')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
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

it('changes what a member reads', async () => {
  server.use(
    http.get('*/api/v1/projects/harbour/members/', () =>
      HttpResponse.json(page([{ id: 2, user: eve, role: 'annotator', languages: ['en'] }])),
    ),
    http.patch('*/api/v1/projects/harbour/members/2/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: 2, user: eve, role: 'annotator', languages: ['en', 'de'] });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change what Eve Larkin reads' }));
  await user.click(screen.getByRole('combobox', { name: 'Languages' }));
  await user.type(screen.getByRole('combobox', { name: 'Languages' }), 'German');
  await user.click(await screen.findByRole('option', { name: 'German' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ languages: ['en', 'de'] }]));
});

it('announces something, says who has seen it, changes it and withdraws it', async () => {
  const written = {
    id: 5,
    text: 'From Monday',
    revision: 2,
    to: null,
    by: ines,
    at: '2026-11-22T10:00:00Z',
    changed_at: null,
    seen: [{ person: eve, at: '2026-11-22T11:00:00Z' }],
    waiting: [ines],
  };
  const at = '*/api/v1/projects/harbour/announcements/';
  server.use(
    http.get(`${at}written/`, () => HttpResponse.json([written])),
    http.post(at, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json([written], { status: 201 });
    }),
    http.patch(`${at}5/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json([written]);
    }),
    http.delete(`${at}5/`, () => {
      sent.push('withdrawn');
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'seen by 1 of 2 people' }));
  expect(screen.getByText(/Seen by Eve Larkin .* Not yet by Ines Koba\./)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'New announcement' }), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New announcement' })).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Edit: From Monday' }));
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Withdraw: From Monday' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(sent.at(-1)).toBe('withdrawn'));
  expect(sent.slice(0, 2)).toEqual([
    { text: 'Hello', to: null },
    { text: 'From Monday on', revision: 2 },
  ]);
});
