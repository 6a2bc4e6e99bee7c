import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { EndedClaim, Queue, QueueSlot } from '@/api/queue';
import { page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { QueuePage } from './QueuePage';

const pair = (id: number) => ({
  id,
  title: `Talk ${id}`,
  kind: 'bitext' as const,
  source_language: 'en',
  target_language: 'ja',
});
const slot = (id: number, over: Partial<QueueSlot> = {}): QueueSlot => ({
  ...{ id: 40 + id, pair: pair(id), state: 'assigned', annotator: null, review: null, taken_at: null },
  ...{ lease_ends: null, withdrawn_at: null, due_on: null, is_overdue: false, priority: 0, n_rows: 3 },
  ...{ returned_by: null, is_of_newer: false, returned_at: null },
  ...over,
});
const review = (id: number, n: number, return_reason = '') => ({
  ...{ id, revision: n, row_count: 3, reviewed_count: n, return_reason, updated_at: '2026-11-20T12:00:00Z' },
});

/** A server that keeps one queue. */
function open(over: Partial<Queue> = {}) {
  const state = {
    queue: {
      ...{ slots: [], stopped_at: null, ended: [], upcoming: [], n_upcoming: 0, n_submitted: 1, n_claims: 0 },
      ...{ max_claims: 3, has_next: false, is_paused: false, languages: [], n_unread: 0 },
      ...over,
    } as Queue,
    asked: [] as unknown[],
  };
  const all = state.queue.slots;
  const give = (id: number) => {
    state.queue = { ...state.queue, slots: state.queue.slots.filter((one) => one.id !== id) };
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.get('*/api/v1/projects/x/queue/', () => HttpResponse.json(state.queue)),
    http.get('*/api/v1/projects/x/queue/progress/', () =>
      HttpResponse.json({ days: [], done: [], n_rows: 0, n_done: 0, due_on: null, rows_per_hour: null }),
    ),
    http.get('*/api/v1/projects/x/training/own/', () => HttpResponse.json({ standings: [] })),
    http.get('*/api/v1/projects/x/announcements/', () => HttpResponse.json([])),
    http.get('*/api/v1/mentions/', () => HttpResponse.json(page([]))),
    http.post('*/api/v1/slots/:id/release/', ({ params }) => give(Number(params.id))),
    http.post('*/api/v1/slots/:id/skip/', async ({ params, request }) => {
      state.asked.push(await request.json());
      return give(Number(params.id));
    }),
    http.post('*/api/v1/projects/x/queue/claim/', async ({ request }) => {
      const wanted = ((await request.json()) as { pair: number }).pair;
      const back = all.find((one) => one.pair.id === wanted) as QueueSlot;
      state.queue = { ...state.queue, slots: [...state.queue.slots, back] };
      return HttpResponse.json(back);
    }),
    http.post('*/api/v1/reviews/', async ({ request }) => {
      state.asked.push(await request.json());
      return HttpResponse.json({ id: 9 }, { status: 201 });
    }),
  );
  return { state, ...renderAt('/p/x/queue', '/p/:slug/queue', <QueuePage />) };
}

const toDo = (title: string) => screen.findByRole('heading', { level: 1, name: title });

it('releases the pair to do now, and takes it back', async () => {
  const { user } = open({ slots: [slot(0), slot(1)] });
  await toDo('Talk 0');
  await user.click(screen.getByRole('button', { name: 'Release' }));
  expect(await screen.findByText('Released', { exact: false })).toHaveTextContent('Released Talk 0.');
  await toDo('Talk 1');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Start Talk 0' })).toBeVisible();
});

it('skips a pair with a reason, and opens the next one, by keys', async () => {
  const { state, user, router } = open({ slots: [slot(1), slot(0)] });
  await toDo('Talk 1');
  await user.keyboard('s');
  expect(await screen.findByRole('button', { name: 'Skip it' })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'I know the speaker' }));
  await user.click(screen.getByRole('button', { name: 'Skip it' }));
  await toDo('Talk 0');
  await user.keyboard('{Enter}');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe('/review/9');
  expect(state.asked).toEqual([{ reason: 'I know the speaker' }, { pair: 0 }]);
});

it('goes on at the row where one stopped', async () => {
  const rows = [{ row: 'r2', number: 2, source: ['Tides.'], target: ['潮。'], confidence: 0.9 }];
  const { user, router } = open({
    slots: [slot(2, { review: review(7, 1) })],
    stopped_at: { row: 'r2', number: 2, rows } as unknown as Queue['stopped_at'],
  });
  await user.click((await screen.findAllByRole('button', { name: /^Continue at row 2/ }))[0] as HTMLElement);
  expect(router.state.location).toMatchObject({ pathname: '/review/7', search: '?row=r2' });
});

it('says why a review came back, and opens it by R', async () => {
  const returned = slot(1, { state: 'returned', review: review(5, 3, 'Shifted by one from row 2.') });
  const { user, router } = open({ slots: [slot(2, { review: review(7, 1) }), returned] });
  await toDo('Talk 2');
  const part = screen.getByRole('heading', { name: /^Returned to you/ }).closest('section') as HTMLElement;
  expect(within(part).getByText('“Shifted by one from row 2.”')).toBeVisible();
  await user.keyboard('r');
  expect(router.state.location.pathname).toBe('/review/5');
});

it('says of a pair that was released or whose claim ended that one no longer holds it, and what is kept', async () => {
  const ended = { review: 7, pair: pair(2), n_reviewed: 0, is_free: true, is_taken: false, is_withdrawn: false };
  open({
    ended: [ended, { ...ended, review: 8, pair: pair(3), n_reviewed: 2, is_free: false, is_taken: true }] as never,
  });
  expect(await screen.findByRole('button', { name: 'Claim again: Talk 2' })).toBeVisible();
  const said = screen.getAllByText(/^You no longer hold/).map(({ textContent }) => textContent);
  expect(said).toEqual([
    'You no longer hold Talk 2. Your edits are kept. Nobody has taken it.',
    'You no longer hold Talk 3. Your 2 reviewed rows are kept. Somebody else has it now.',
  ]);
});

it('says that an admin withdrew a pair, and keeps what was done in it', async () => {
  const ended = { review: 7, pair: pair(2), n_reviewed: 1, is_free: true, is_taken: false, is_withdrawn: true };
  open({ ended: [ended as EndedClaim] });
  expect(await screen.findByText(/^An admin withdrew/, { exact: false })).toHaveTextContent(
    'An admin withdrew Talk 2 from you. Your 1 reviewed row is kept.',
  );
  expect(screen.queryByRole('button', { name: /^Claim again/ })).toBeNull();
});
