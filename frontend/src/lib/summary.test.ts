import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heatOf, type Length, lengthOf, ranked, summaryOf } from './summary';

interface Case {
  durations: number[];
  lengths: number[];
  terms: number[][];
  abstract: number[];
  budget: Length;
  chosen: number[];
}

const file = resolve(import.meta.dirname, '../../../tests/contract/summary/cases.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

describe('the arithmetic that engine and page share', () => {
  it('has cases of every kind', () => {
    const kinds = new Set(cases.map(({ budget }) => budget.kind));
    expect(kinds).toEqual(new Set(['sentences', 'words', 'ratio', 'importance', 'hybrid']));
  });

  it.each(cases)(
    'chooses what the engine chooses: $budget',
    ({ durations, lengths, terms, abstract, budget, chosen }) => {
      expect(summaryOf({ words: durations, lengths, terms, abstract }, budget)).toEqual(chosen);
    },
  );
});

it('ranks what was spoken about, ties in the order of the paper', () => {
  expect(ranked([3, 0, 9, 3])).toEqual([2, 0, 3]);
});

it('is as long as its sentences together', () => {
  expect([lengthOf([10, 4, 7], [0, 2]), lengthOf([10, 4, 7], [])]).toEqual([17, 0]);
});

it('shades by the share of the most spoken sentence', () => {
  expect([0, 1, 20, 21, 100].map((words) => heatOf(words, 100))).toEqual([0, 1, 1, 2, 5]);
});
