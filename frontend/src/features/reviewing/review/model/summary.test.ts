import { describe, expect, it } from 'vitest';
import { sampleContent, sampleInfo } from '../testing/sample';
import { type Doc, open, withRows } from './document';
import { crossingOf, spokenOn, summaryOf } from './summary';
import type { Chip, Row, Unit } from './types';

const paper = ['a b c', 'd e', 'f g h i', 'never said'];
const said = ['so f g h', 'um a b', 'the d e', 'and a again'];

/** Content words only: "so", "um", "the" and "and" do not count. */
function talk(): Doc {
  const content = sampleContent(paper, said, [
    { source: [2], target: [0] },
    { source: [0], target: [1] },
    { source: [1], target: [2] },
    { source: [0], target: [3] },
  ]);
  const counted = [
    [3, 5, 7],
    [3, 5],
    [4, 6, 6],
    [4, 6],
  ];
  return open(sampleInfo('paper_talk'), {
    ...content,
    source_units: content.source_units.map((unit) => ({ ...unit, n_tokens: unit.text.split(' ').length })),
    target_units: content.target_units.map((unit, i) => ({ ...unit, counted: counted[i] as number[] })),
  });
}

function changed(doc: Doc, index: number, change: (row: Row) => Partial<Row>): Doc {
  const row = doc.rows.get(doc.order[index] as string) as Row;
  return withRows(doc, [{ ...row, ...change(row) }], []);
}

describe('the summary of a talk', () => {
  it('lasts as long as its words, of which one that is cut counts once in a row', () => {
    const doc = talk();
    const [first, ...others] = doc.targetUnits;
    const words: [number, number, number, number][] = [
      [0, 2, 1, 1.5],
      [3, 8, 2, 4],
    ];
    const timed = { ...doc, targetUnits: [{ ...(first as Unit), words }, ...others] };
    const before = spokenOn(timed).seconds;
    const cut = changed(timed, 0, ({ target: [chip] }) => ({
      target: [
        { ...(chip as Chip), id: 'behind', start: 6 },
        { ...(chip as Chip), end: 6 },
      ],
    }));
    expect([before[2], spokenOn(cut).seconds[2]]).toEqual([3, 3]);
  });

  it('counts the words that the run counts, once for each token', () => {
    expect(spokenOn(talk()).words).toEqual([4, 3, 3, 0]);
  });

  it('counts nothing that was taken out, and half a unit where it was cut', () => {
    const removed = changed(talk(), 1, (row) => ({ target: row.target.map((chip) => ({ ...chip, removed: true })) }));
    expect(spokenOn(removed).words).toEqual([2, 3, 3, 0]);
    const cut = changed(talk(), 0, (row) => ({ target: [{ ...(row.target[0] as Chip), end: 5 }] }));
    expect(spokenOn(cut).words).toEqual([4, 3, 1, 0]);
  });

  it('counts a span about two sentences for each, and about one sentence once', () => {
    const both = changed(talk(), 0, (row) => ({
      source: [row.source[0] as Chip, { ...(row.source[0] as Chip), id: 'x', unit: 3 }],
    }));
    expect(spokenOn(both).words).toEqual([4, 3, 3, 3]);
    const twice = changed(talk(), 0, (row) => ({
      source: [row.source[0] as Chip, { ...(row.source[0] as Chip), id: 'x' }],
    }));
    expect(spokenOn(twice).words).toEqual([4, 3, 3, 0]);
  });

  it('says which sentences cross the budget, and nothing where none does', () => {
    expect(crossingOf([0, 1], [9, 4, 0], 153, 150)).toBe('the last sentence crosses the budget');
    expect(crossingOf([0, 1, 2], [9, 4, 4], 153, 150)).toBe('the last 2, equally spoken, cross the budget');
    expect(crossingOf([0, 1], [9, 4, 0], 150, 150)).toBeNull();
  });

  it('takes the threshold nearest to the budget, the shorter of two as near, ties together', () => {
    const doc = talk();
    const { words } = spokenOn(doc);
    expect(summaryOf(doc, words, { kind: 'sentences', n: 2 })).toEqual([0, 1]);
    // Thresholds: 4 gives 3 words, 3 gives 9.
    expect(summaryOf(doc, words, { kind: 'words', n: 6 })).toEqual([0]);
    expect(summaryOf(doc, words, { kind: 'words', n: 7 })).toEqual([0, 1, 2]);
    expect(summaryOf(doc, words, { kind: 'ratio', n: 0.5 })).toEqual([0]);
    expect(summaryOf(doc, words, { kind: 'ratio', n: 0.6 })).toEqual([0, 1, 2]);
  });
});
