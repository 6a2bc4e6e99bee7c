import { expect, it } from 'vitest';
import { nOut, outcome } from './model';
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
