import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Invitation } from '@/api/types';
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

function open(invitation: Invitation) {
  const sent: [string, unknown][] = [];
  server.use(
    http.get('*/api/v1/defaults/', () =>
      HttpResponse.json({ summary_sentences: 30, most_rated: 300, invitation_days: 28 }),
    ),
    http.patch('*/api/v1/invitations/5/', async ({ request }) => {
      sent.push(['patch', await request.json()]);
      return HttpResponse.json(invitation);
    }),
    http.delete('*/api/v1/invitations/5/', () => {
      sent.push(['delete', null]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const view = renderAt('/', '/', <AuthorLinks invitations={[invitation]} runs={[]} canInvite />);
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
