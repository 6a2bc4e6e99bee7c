import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { asCsv } from './People';
import { Pool } from './Pool';
import type { Training } from './requests';

const row = (id: number, text: string, explanation: string) => ({
  id,
  source_language: 'en',
  target_language: 'ja',
  source: [text],
  target: [],
  proposed: [],
  asks: 0,
  expected: { source: [[0, 0, text.length]], target: [] },
  explanation,
  place: '',
  is_in: false,
  is_taken: false,
  n_answers: 0,
  n_right: 0,
});
const rules = { is_required: false, asks_members: false, n_rows: 2, n_right: 1, n_tries: 2, n_again: 0 };
const standing = {
  source_language: 'en',
  target_language: 'ja',
  state: 'new' as const,
  is_required: true,
  is_renewal: true,
  results: [],
  n_answered: 0,
  n_right: 0,
  n_rows: 0,
  n_left: 2,
};
const training = {
  rules,
  rows: [row(1, 'A cross.', ''), row(2, 'A seal.', 'A seal is no cross.')],
  sizes: [],
  people: [{ person: { id: 3, username: 'wen', name: 'Wen Li' }, may_start: false, standings: [standing] }],
  differing: [],
} as unknown as Training;

it('moves through the rows by J and K and puts one in by X, if it is explained', async () => {
  const sent: unknown[] = [];
  server.use(
    http.patch('*/projects/x/training/rows/:id/', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json(training);
    }),
  );
  const { user } = renderAt('/', '/', <Pool slug="x" training={training} />);
  await user.keyboard('jx');
  expect(screen.getByRole('button', { name: 'A cross.' })).toHaveFocus();
  expect(sent).toEqual([]);
  await user.keyboard('jjx');
  expect(screen.getByRole('button', { name: 'A seal.' })).toHaveFocus();
  await waitFor(() => expect(sent).toEqual([['2', { is_in: true }]]));
  await user.keyboard('{Enter}');
  expect(screen.getByDisplayValue('A seal is no cross.')).toBeVisible();
});

it('has a line for each person and pair of languages as CSV', () => {
  expect(asCsv(training.people).rows).toEqual([['wen', 'Wen Li', 'en', 'ja', 0, 0, 0, 2, 'not begun, new guidelines']]);
});
