import { describe, expect, it } from 'vitest';
import type { RowChange } from '../model/realign';
import { unit } from '../testing/sample';
import { runsOf } from './Paper';
import { proposedWords } from './SpanView';

describe('a section of the paper', () => {
  const units = Array.from({ length: 8 }, (_, n) => unit(n, `Sentence ${n}.`));
  const spoken = new Set([2, 6]);
  const runs = (unfolded = false) =>
    runsOf(units, ({ position }) => spoken.has(position), unfolded).map(({ folds, units }) => [
      folds,
      units.map(({ position }) => position),
    ]);

  it('folds three unspoken sentences or more, and shows shorter runs', () => {
    expect(runs()).toEqual([
      [false, [0, 1]],
      [false, [2]],
      [true, [3, 4, 5]],
      [false, [6]],
      [false, [7]],
    ]);
  });

  it('folds nothing once all is unfolded', () => {
    expect(runs(true).map(([folds]) => folds)).toEqual([false, false, false, false, false]);
  });
});

describe('what taking a proposal would do to a span', () => {
  const places = [
    { number: 1, section: '' },
    { number: 2, section: '3' },
  ];
  const change = (more: Partial<RowChange>) =>
    ({ comes: { source: [], target: [] }, goes: new Map(), sentence: undefined, ...more }) as unknown as RowChange;

  it('is another sentence, or none', () => {
    expect(proposedWords(change({ sentence: 1 }), places, 'paper_talk')).toBe('would be about §3 · 2');
    expect(proposedWords(change({ sentence: null }), places, 'paper_talk')).toBe('would have no sentence');
    expect(proposedWords(change({}), places, 'paper_talk')).toBe('its sentence stays');
  });

  it('are words that come and go', () => {
    const moved = change({
      comes: { source: [], target: [{ from: 4 }] } as unknown as RowChange['comes'],
      goes: new Map([
        ['a', 6],
        ['b', null],
      ]),
    });
    expect(proposedWords(moved, places, 'paper_talk')).toBe('words from 4, words to 6, words to a span of its own');
    expect(proposedWords({ ...moved, sentence: 0 }, places, 'paper_talk')).toBe(
      'would be about 1, words from 4, words to 6, words to a span of its own',
    );
  });
});
