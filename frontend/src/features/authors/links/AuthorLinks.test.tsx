import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Invitation, Run } from '@/api/types';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AuthorLinks } from './AuthorLinks';

const link = (over: Partial<Invitation>) =>
  ({
    id: 5,
    author_name: 'Ilse Hone',
    open: false,
    revoked_at: null,
    closes_at: '2020-01-01T00:00:00Z',
    n_asked: 30,
    n_yes: 0,
    n_no: 0,
    score: null,
    comment: '',
    finished_at: null,
    url: 'https://lectern.example/rate/x',
    ...over,
  }) as Invitation;

function open(invitation: Invitation, runs: Run[] = []) {
  const sent: [string, unknown][] = [];
  server.use(
    http.patch('*/api/v1/invitations/5/', async ({ request }) => {
      sent.push(['patch', await request.json()]);
      return HttpResponse.json(invitation);
    }),
    http.delete('*/api/v1/invitations/5/', () => {
      sent.push(['delete', null]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const view = renderAt('/', '/', <AuthorLinks slug="harbour" invitations={[invitation]} runs={runs} canInvite />);
  return { ...view, sent };
}

it('reopens an expired link for as long as a new one lasts', async () => {
  const { user, sent } = open(link({}));
  const reopen = screen.getByRole('button', { name: /^Reopen/ });
  await waitFor(() => expect(reopen).toBeEnabled());
  await user.click(reopen);
  await waitFor(() => expect(sent).toHaveLength(1));
  const body = sent[0]?.[1] as { revoked: boolean; closes_at: string };
  expect(body.revoked).toBe(false);
  const days = (new Date(body.closes_at).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  expect(days).toBeLessThan(30);
});

it('deletes a revoked link without answers, after a question', async () => {
  const { user, sent } = open(link({ revoked_at: '2026-11-20T12:00:00Z', closes_at: '2099-01-01T00:00:00Z' }));
  await user.click(screen.getByRole('button', { name: /^Delete the link for/ }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete link' }));
  expect(sent).toEqual([['delete', null]]);
});

it('never deletes answers', () => {
  open(link({ n_yes: 1 }));
  expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
});

it('asks the author of this talk about the run that is chosen', async () => {
  const asked: { lines: unknown[]; send: boolean }[] = [];
  const runs = [2, 1].map((number) => ({ id: 70 + number, number, engine_label: 'TalkSumm' }) as Run);
  const { user } = open(link({}), runs);
  const checked = { n_ready: 1, n_wrong: 0, n_skipped: 0, n_with_address: 0, mails: [], wording: '', lines: [] };
  server.use(
    http.get('*/api/v1/projects/harbour/authors/wordings/', () => HttpResponse.json({ error: 1 }, { status: 500 })),
    http.post('*/api/v1/projects/harbour/authors/check/', () => HttpResponse.json(checked)),
    http.post('*/api/v1/projects/harbour/authors/invite/', async ({ request }) => {
      asked.push((await request.json()) as (typeof asked)[0]);
      const made = { id: 9, author_name: 'Ilse', author_email: '', talk: 'Breath', url: 'https://x.example/rate/9' };
      return HttpResponse.json({ n_invited: 1, n_sent: 0, links: [made], left: [] }, { status: 201 });
    }),
  );
  const invite = screen.getByRole('button', { name: 'Invite authors…' });
  await waitFor(() => expect(invite).toBeEnabled());
  await user.click(invite);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('button', { name: 'From the papers' })).not.toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox', { name: 'List' }), 'Ilse');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Run to summarize' }), 'run 1, TalkSumm');
  const create = within(dialog).getByRole('button', { name: 'Create links only' });
  await waitFor(() => expect(create).toBeEnabled());
  await user.click(create);
  expect(await screen.findByText(/https:\/\/x.example\/rate\/9/)).toBeInTheDocument();
  expect(asked).toMatchObject([{ lines: [{ name: 'Ilse', run: 71 }], send: false }]);
  expect(screen.getByText('1 link created.')).toBeInTheDocument();
});
