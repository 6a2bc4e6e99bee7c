import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { BoardCounts } from './requests';
import { Stuck } from './Stuck';

const eve = { id: 7, username: 'eve', name: 'Eve Larkin' };
const tom = { id: 8, username: 'tomas', name: 'Tomás Arriaga' };
const base = { pair: 3, person: eve, n_rows: 132, n_reviewed: 99, updated_at: '2026-01-05T10:00:00Z' };
const loads = [{ person: tom, n_slots: 0, n_rows: 0, rows_per_hour: null, hours_left: null }];

function show(unread: BoardCounts['unread'] = []) {
  const sent: unknown[] = [];
  let stuck = [
    { ...base, review: 1, slot: null as number | null, why: 'left', title: 'Glass that sings' },
    { ...base, review: 2, slot: 9, why: 'returned', title: 'The lever' },
  ];
  const outcome = { n_done: 1, given: [], left: [], n_left: 0, change: 5 };
  server.use(
    http.get('*/projects/harbour/assignments/stuck/', () => HttpResponse.json(stuck)),
    http.post('*/projects/harbour/assignments/:verb/', async ({ request, params }) => {
      sent.push([params.verb, await request.json()]);
      stuck = stuck.slice(1);
      return HttpResponse.json(outcome);
    }),
  );
  const { user } = renderAt('/p/harbour', '/p/:slug', <Stuck slug="harbour" loads={loads} unread={unread} />);
  return { user, sent };
}

it('puts work that nobody has back in the queue, and offers to undo it', async () => {
  const { user, sent } = show();
  expect(await screen.findByText(/Eve Larkin left Glass that sings after 99 of 132 rows/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to the queue' }));
  expect(await screen.findByText('1 review passed on to the queue.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(sent).toEqual([['unstick', { reviews: [1], to: null }]]);
  await waitFor(() => expect(screen.queryByText(/Glass that sings/)).not.toBeInTheDocument());
});

it('gives what was returned and forgotten to somebody, with what was done', async () => {
  const { user, sent } = show();
  await user.click(await screen.findByRole('button', { name: 'Give The lever to somebody' }));
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(screen.getByRole('option', { name: 'Tomás Arriaga' }));
  await user.click(screen.getByRole('button', { name: 'Give to Tomás Arriaga' }));
  await waitFor(() => expect(sent).toEqual([['reassign', { slots: [9], to: 8, hand_over: true }]]));
});

it('says what waits for somebody who reads it', async () => {
  show([{ source_language: 'de', target_language: 'fr', n_pairs: 5 }]);
  expect(await screen.findByText(/5 pairs wait for a reader of German and French/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set languages' })).toHaveAttribute('href', '/p/harbour/people');
  expect(await screen.findByText('2 reviews, 5 pairs')).toBeVisible();
});
