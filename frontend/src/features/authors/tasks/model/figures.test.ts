import { describe, expect, it } from 'vitest';
import type { QuestionResults, ScreenedRater } from '../requests';
import { changeByAll, differenceOf, ranked, reasonsOf, verdictOf } from './figures';

const system = (name: string, value: number | null) => ({
  system: name,
  value,
  low: null,
  high: null,
  n: 4,
  counts: [],
});
const apart = { first: 'A', second: 'B', value: 0.08, low: -0.03, high: 0.19, n: 420, is_clear: false, n_more: 1200 };
const rater: ScreenedRater = {
  number: 11,
  n_rated: 20,
  n_traps: 20,
  n_traps_missed: 13,
  r: 0.08,
  seconds: 1.4,
  unheard: 0.38,
  reasons: [],
  is_counted: false,
  by_hand: false,
  reason_by_hand: '',
  headphones: '',
  finished_at: null,
};

describe('figures in words', () => {
  it('are turned with their pair', () => {
    expect(differenceOf([apart], 'B', 'A')).toMatchObject({ first: 'B', value: -0.08, low: -0.19, high: 0.03 });
    expect(differenceOf([apart], 'B', 'C')).toBeNull();
  });

  it('say what it takes to tell two systems apart', () => {
    expect(verdictOf(apart)).toBe(
      '+.08, interval −.03 to +.19, 420 pairs. Not told apart. 80 % power at this difference takes about 1,200 more pairs.',
    );
    expect(verdictOf({ ...apart, is_clear: true })).toContain('Told apart.');
    expect(verdictOf({ ...apart, low: null, high: null, n_more: null })).toBe(
      '+.08, too few for an interval, 420 pairs. Not told apart.',
    );
  });

  it('name what keeps a rater out, with the limit', () => {
    const rules = { most_traps_missed: 0.34, least_r: 0.1, least_seconds: 2, most_unheard: 0.1 };
    expect(reasonsOf({ ...rater, reasons: ['traps', 'apart', 'fast', 'unheard'] }, rules)).toEqual([
      'attention checks missed: 13 of 20, limit 34 %',
      'r .08 with the others, limit .10',
      '1.4 s a sample, limit 2.0 s',
      '38 % not heard to the end, limit 10 %',
    ]);
    expect(reasonsOf({ ...rater, by_hand: true, reason_by_hand: 'No sound' }, rules)).toEqual(['No sound']);
  });

  it('say what the rejected would change', () => {
    const question = {
      systems: [system('A', 4), system('B', 3)],
      all: { systems: [system('A', 3.9), system('B', 3.2)] },
    };
    expect(changeByAll(question as unknown as QuestionResults)).toBe(
      'With the rejected, the largest change is +.20 (B); the order stays.',
    );
    const turned = { systems: question.systems, all: { systems: [system('A', 3), system('B', 3.2)] } };
    expect(changeByAll(turned as unknown as QuestionResults)).toContain('the order changes');
    expect(ranked([system('C', null), system('B', 1), system('A', 2)]).map((each) => each.system)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });
});
