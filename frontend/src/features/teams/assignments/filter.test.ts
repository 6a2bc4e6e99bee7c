import { expect, it } from 'vitest';
import { chipOf, chipsToShow } from './filter';
import type { BoardCounts, BoardFilter } from './requests';

const counts = { states: { free: 2, claimed: 0, submitted: 9 }, n_pairs: 11, n_stuck: 0, n_soon: 1, n_late: 0 };

it('shows the chips that leave something, and the one that is pressed', () => {
  const shown = (filter: BoardFilter) =>
    chipsToShow(chipOf(filter), counts as unknown as BoardCounts).map(({ label }) => label);
  expect(shown({})).toEqual(['All', 'Unassigned', 'Submitted', 'Claim ends soon']);
  expect(shown({ state: 'claimed' })).toContain('Claimed');
});
