import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { csvHeader, csvRow, type Limit, limits, nOut, outcome } from './model';
import type { Policy, Submission } from './requests';

const policy: Policy = {
  min_filled: 0.95,
  min_seconds: 4,
  min_planted: 0.8,
  max_same: 0.9,
  min_heard: 0.9,
  hold_all: false,
  to_another: true,
  claim_hours: 72,
};
const pass = (figures: object, kind = 'first') =>
  ({
    kind,
    figures: { filled: 1, seconds: 6, n_planted: 10, n_right: 10, same: 0.5, heard: 1, ...figures },
  }) as unknown as Submission;

interface LimitsCase {
  of: string;
  figures: object;
  kind?: string;
  policy?: Partial<Policy>;
  broken: Limit[];
  state: string;
}

it.each(corpus<LimitsCase>('limits').flatMap(([, cases]) => cases))('does as the server: $of', (one) => {
  const submitted = pass(one.figures, one.kind);
  const held = { ...policy, ...one.policy };
  const names = Object.keys(limits) as Limit[];
  expect(names.filter((limit) => nOut([submitted], limit, held[limit]) > 0)).toEqual(one.broken);
  expect(outcome(submitted, held)).toBe(one.state);
});

it('is a table with a cell for each column, also before it is submitted', () => {
  const about = {
    user: { id: 1, name: 'Ines' },
    title: 'Talk',
    state: 'held',
    n_masks: 12,
    n_filled: 3,
    reason: 'Why',
  };
  const row = (one: object) => Object.fromEntries(csvRow(one as Submission).map((cell, at) => [csvHeader[at], cell]));
  const submitted = row({ ...pass({ n_filled: 12, took_b: 5 }), ...about });
  expect(submitted).toMatchObject({ by: 'Ines', filled: 12, check_masks: 10, took_b: 5, took_a: null, reason: 'Why' });
  expect(row({ ...about, kind: 'first', figures: null })).toMatchObject({ filled: 3, seconds_per_mask: null });
  expect(csvRow({ ...about, kind: 'first', figures: null } as unknown as Submission)).toHaveLength(csvHeader.length);
});
