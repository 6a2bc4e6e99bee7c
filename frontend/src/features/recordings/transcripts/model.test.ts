import { expect, it } from 'vitest';
import { csvHeader, csvRow, nOut, outcome } from './model';
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
    figures: { filled: 1, seconds: 6, n_planted: 10, n_right: 10, same: 1, heard: 1, ...figures },
  }) as unknown as Submission;

it('accepts what breaks no limit, holds for one and rejects for two', () => {
  expect(outcome(pass({}), policy)).toBe('accepted');
  expect(outcome(pass({ seconds: 3 }), policy)).toBe('held');
  expect(outcome(pass({ seconds: 3, filled: 0.5 }), policy)).toBe('rejected');
  expect(outcome(pass({ seconds: 3, filled: 0.5 }), { ...policy, hold_all: true })).toBe('held');
});

it('asks about one source in a second pass only, and waits for six check masks', () => {
  expect(nOut([pass({}), pass({}, 'second')], 'max_same', 0.9)).toBe(1);
  expect(nOut([pass({ n_planted: 5, n_right: 0 })], 'min_planted', 0.8)).toBe(0);
  expect(nOut([pass({ n_planted: 6, n_right: 0 })], 'min_planted', null)).toBe(0);
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
