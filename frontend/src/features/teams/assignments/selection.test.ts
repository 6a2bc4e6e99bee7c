import { describe, expect, it } from 'vitest';
import type { BulkOutcome } from './requests';
import { asChosen, extended, isChosen, nothing, sumOf, toggled } from './selection';
import { claimEnd, givenWords, resultWords } from './words';

const loaded = [5, 6, 7, 8];

describe('a selection', () => {
  it('grows and shrinks one by one, and over what lies between', () => {
    const one = toggled(nothing, 6, loaded);
    expect(isChosen(one, 6)).toBe(true);
    expect(toggled(one, 6, loaded)).toEqual(nothing);
    expect(asChosen(extended(one, loaded, 1, 3), {})).toEqual({ pairs: [6, 7, 8] });
    expect(asChosen(extended(one, loaded, 1, 0), {})).toEqual({ pairs: [6, 5] });
  });

  it('of all that match is told as the filter; without one pair it is those that are loaded', () => {
    const all = { kind: 'all' } as const;
    expect(asChosen(all, { state: 'free' })).toEqual({ all_matching: { state: 'free' } });
    expect(asChosen(toggled(all, 7, loaded), {})).toEqual({ pairs: [5, 6, 8] });
    expect(sumOf(all, [], undefined, 9000).nPairs).toBe(9000);
  });
});

describe('what is said', () => {
  const outcome: BulkOutcome = {
    n_done: 4,
    given: [
      { person: 1, n_slots: 3, n_rows: 60 },
      { person: 2, n_slots: 1, n_rows: 20 },
    ],
    left: [],
    n_left: 0,
    change: 9,
  };

  it('names who gets how much, and what was done', () => {
    const people = [
      { id: 1, username: 'wen', name: 'Wen Li' },
      { id: 2, username: 'ines', name: 'Ines Koba' },
    ];
    expect(givenWords(outcome, people)).toBe('Wen Li +3, Ines Koba +1');
    expect(resultWords('reassign', outcome, 'Wen Li')).toBe('4 reviews reassigned to Wen Li.');
    expect(resultWords('prioritise', { ...outcome, n_done: 1 })).toBe('1 pair changed.');
  });

  it('warns of a claim that ends within a day', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(claimEnd('2026-11-22T15:30:00Z', now)).toEqual({ words: 'in 3 h', isSoon: true });
    expect(claimEnd('2026-12-22T15:30:00Z', now)).toEqual({ words: '22 Dec', isSoon: false });
    expect(claimEnd(null, now)).toBeNull();
  });
});
