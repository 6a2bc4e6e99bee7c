import { describe, expect, it } from 'vitest';
import type { Excerpt, Sheet } from '@/features/summaries/requests/summaries';
import { stepFrom } from './keys';
import {
  changesOf,
  compare,
  curveOf,
  endsBeside,
  excerptsBySentence,
  kendall,
  linesByRank,
  linesOf,
  paperOf,
  ranksOf,
  setsOf,
  shownAtFirst,
  spokenIn,
  toJudge,
} from './model';
import { parseOf, placeIn, presetsOf } from './place';

const said = (sentences: number[], over: Partial<Excerpt> = {}): Excerpt => ({
  sentences,
  text: 'so it is',
  corrected: null,
  n_words: 2,
  seconds: 1.5,
  spoken: [[1, 2.5]],
  confidence: 0.9,
  is_right: null,
  row: null,
  version: null,
  status: null,
  ...over,
});

/** Two sections of three sentences; the words spoken on each are given. */
function sheetOf(words: number[], excerpts: Excerpt[] = []): Sheet {
  return {
    sections: [0, 1].map((position) => ({ position, heading: `Part ${position}`, number: '', kind: 'body' })),
    abstract: [0],
    sentences: words.map((n_words, position) => ({
      position,
      text: `Sentence ${position}.`,
      section: position < 3 ? 0 : 1,
      n_tokens: 10,
      terms: [position],
      n_words,
    })),
    excerpts,
  } as unknown as Sheet;
}

describe('the lines of the page', () => {
  const sheet = sheetOf([0, 5, 0, 0, 0, 7]);

  it('folds what is not shown, within a section', () => {
    expect(linesOf(sheet, new Set([1, 5]), new Set(), true)).toEqual([
      { kind: 'section', section: 0 },
      { kind: 'fold', from: 0, to: 0 },
      { kind: 'sentence', position: 1 },
      { kind: 'fold', from: 2, to: 2 },
      { kind: 'section', section: 1 },
      { kind: 'fold', from: 3, to: 4 },
      { kind: 'sentence', position: 5 },
    ]);
  });

  it('opens a fold, and leaves out sections of which nothing is asked for', () => {
    const open = linesOf(sheet, new Set([1, 5]), new Set([3]), true);
    expect(open.slice(-3)).toEqual([3, 4, 5].map((position) => ({ kind: 'sentence', position })));
    expect(linesOf(sheet, new Set([5]), new Set(), false)).toEqual([
      { kind: 'section', section: 1 },
      { kind: 'sentence', position: 5 },
    ]);
  });

  it('keeps a section of which nothing was spoken as one fold', () => {
    const silent = linesOf(sheetOf([0, 5, 0, 0, 0, 0]), new Set([1]), new Set(), true);
    expect(silent.at(-1)).toEqual({ kind: 'fold', from: 3, to: 5 });
    expect(spokenIn(sheetOf([0, 5, 0, 0, 0, 0]), 1).any).toBe(false);
  });
});

describe('what two summaries choose differently', () => {
  it('names the sentences of each alone', () => {
    const here = paperOf(sheetOf([9, 8, 0, 0, 1, 0]));
    const there = paperOf(sheetOf([9, 0, 0, 8, 1, 0]));
    const found = compare(here, there, { kind: 'sentences', n: 2 });
    expect([found.both, found.onlyHere, found.onlyThere]).toEqual([1, [1], [3]]);
  });

  it('correlates ranks, ties among them', () => {
    expect(kendall([3, 2, 1, 0], [9, 5, 2, 0])).toBe(1);
    expect(kendall([3, 2, 1], [1, 2, 3])).toBe(-1);
    // Of three pairs one is tied in the second: (2 - 0) / sqrt(3 * 2).
    expect(kendall([3, 2, 1], [5, 5, 1])).toBeCloseTo(2 / Math.sqrt(6), 12);
    expect(kendall([1, 0], [0, 0])).toBeNull();
  });
});

it('counts the words of ever longer summaries, most spoken first', () => {
  expect(curveOf(paperOf(sheetOf([1, 5, 0, 3, 0, 0])), 30)).toEqual([10, 20, 30]);
  expect([...ranksOf(paperOf(sheetOf([1, 5, 0, 3, 0, 0])), [0, 1, 2])]).toEqual([
    [1, 1],
    [0, 2],
    [2, 3],
  ]);
});

it('gives a stretch about two sentences to each, and its seconds to their section once', () => {
  const sheet = sheetOf([2, 2, 0, 0, 0, 0], [said([0, 1]), said([3])]);
  expect(excerptsBySentence(sheet).get(1)).toHaveLength(1);
  expect(spokenIn(sheet, 0).seconds).toBe(1.5);
});

it('judges what nobody judged yet, else all of a sentence', () => {
  const [right, open] = [said([0], { is_right: true, row: 'a' }), said([0], { row: 'b' })];
  expect(toJudge([right, open])).toEqual([open]);
  expect(toJudge([right])).toEqual([right]);
});

describe('the address', () => {
  it('says what a summary is of', () => {
    expect(parseOf('reviews-12')).toEqual({ of: 'reviews', id: 12 });
    expect([parseOf('pairs-1'), parseOf('runs-x'), parseOf(null)]).toEqual([null, null, null]);
  });

  it('falls back where a length makes no sense', () => {
    const length = (query: string) => placeIn(new URLSearchParams(query), 30).length;
    expect(length('')).toEqual({ kind: 'words', n: 150 });
    expect(length('by=ratio&n=.4')).toEqual({ kind: 'ratio', n: 0.4 });
    expect(length('by=ratio&n=4')).toEqual({ kind: 'ratio', n: 0.3 });
    expect(length('by=words&n=1.5')).toEqual({ kind: 'words', n: 150 });
    expect(length('by=sentences&n=-1')).toEqual({ kind: 'sentences', n: 30 });
  });

  it('folds many excerpts of a sentence behind the next one to be judged', () => {
    const many = Array.from({ length: 40 }, (_, n) => said([0], { is_right: n < 20 ? true : null }));
    expect(shownAtFirst(many.slice(0, 8), true)).toBe(8);
    expect(shownAtFirst(many, false)).toBe(6);
    expect(shownAtFirst(many, true)).toBe(21);
    expect(shownAtFirst(many.slice(0, 20), true)).toBe(6);
  });

  it('names the ends of the curve only where the label leaves them room', () => {
    expect(endsBeside(40, 320)).toEqual({ first: false, last: true });
    expect(endsBeside(160, 320)).toEqual({ first: true, last: true });
    expect(endsBeside(280, 320)).toEqual({ first: true, last: false });
  });

  it('offers a hybrid only of papers with an abstract', () => {
    expect(presetsOf(30, true).map(({ label }) => label)).toEqual([
      '30 sent.',
      '150 w',
      '250 w',
      '.3',
      '.4',
      'With abstract',
    ]);
    expect(presetsOf(30, false)).toHaveLength(5);
  });
});

describe('what stands on the page', () => {
  it('is spoken, chosen, changed, wrong, or all', () => {
    const sheet = sheetOf([3, 0, 1, 0, 0, 0], [said([2], { is_right: false }), said([0], { is_right: true })]);
    const changes = changesOf({ both: 1, onlyHere: [0], onlyThere: [4], tau: null });
    expect(changes).toEqual(
      new Map([
        [0, 'in'],
        [4, 'out'],
      ]),
    );
    expect(setsOf(sheet, excerptsBySentence(sheet), [0], changes)).toEqual({
      spoken: [0, 2],
      chosen: [0],
      changed: [0, 4],
      wrong: [2],
      all: [0, 1, 2, 3, 4, 5],
    });
    expect(changesOf(null).size).toBe(0);
  });

  it('comes by rank with the most spoken first, and then what is chosen without a word', () => {
    const positions = linesByRank([1, 5, 0, 3], [2, 1], new Set([1, 2, 3])).map(
      (line) => 'position' in line && line.position,
    );
    expect(positions).toEqual([1, 3, 2]);
  });

  it('is walked one by one, from the first on, and not beyond its ends', () => {
    const on = [4, 7, 9];
    expect(stepFrom(on, null, 1)).toBe(4);
    expect(stepFrom(on, 4, 1)).toBe(7);
    expect([stepFrom(on, 9, 1), stepFrom(on, 4, -1)]).toEqual([9, 4]);
    expect(stepFrom(on, 5, 1)).toBe(4);
    expect(stepFrom([], null, 1)).toBeUndefined();
  });
});
