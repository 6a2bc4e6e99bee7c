import { describe, expect, it } from 'vitest';
import type { BoardRow, BulkOutcome } from './requests';
import { asRequest, sumOf } from './selection';
import { claimEnd, givenWords, resultWords } from './words';

describe('the chosen pairs', () => {
  const rows = [5, 6].map((id) => ({ pair: { id }, n_rows: 10, slots: [{ state: 'free' }] }) as unknown as BoardRow);

  it('are summed up, and named by their ids', () => {
    expect(sumOf(new Set([6]), rows, undefined, 9000)).toEqual({ nPairs: 1, nRows: 10, nFree: 1 });
    expect(asRequest(new Set([6]), { state: 'free' })).toEqual({ pairs: [6] });
  });

  it('are all that match: counted by the server, and named by the filter', () => {
    expect(sumOf('all', rows, undefined, 9000).nPairs).toBe(9000);
    expect(asRequest('all', { state: 'free' })).toEqual({ all_matching: { state: 'free' } });
  });
});

describe('what is said', () => {
  const outcome: BulkOutcome = {
    n_done: 4,
    given: [
      { person: 1, n_slots: 3, n_rows: 60, n_unread: 0 },
      { person: 2, n_slots: 1, n_rows: 20, n_unread: 0 },
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
