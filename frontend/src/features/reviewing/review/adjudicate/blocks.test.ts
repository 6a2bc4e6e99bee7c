import { describe, expect, it } from 'vitest';
import { blocksOf, columnsOf, foldsAround, openInWords } from './filters';
import type { Placed, Region } from './model';

const region = (number: number) => ({ number }) as Region;
const [one, two] = [region(1), region(2)];
const placed: Placed = {
  rows: new Map([
    [1, ['b']],
    [2, ['d', 'e']],
  ]),
  blocks: [{ agreed: ['a'] }, { region: one }, { agreed: ['c'] }, { region: two }, { agreed: ['f'] }],
};

describe('what is drawn', () => {
  it('are regions with a fold of agreed rows between them', () => {
    expect(blocksOf(placed, new Set([one, two]))).toEqual([
      { folded: ['a'], nRegions: 0 },
      { region: one },
      { folded: ['c'], nRegions: 0 },
      { region: two },
      { folded: ['f'], nRegions: 0 },
    ]);
  });

  it('folds regions that are not shown with what is around them, and counts them', () => {
    expect(blocksOf(placed, new Set([one]))).toEqual([
      { folded: ['a'], nRegions: 0 },
      { region: one },
      { folded: ['c', 'd', 'e', 'f'], nRegions: 1 },
    ]);
    expect(blocksOf(placed, new Set([null]))).toEqual([{ folded: ['a', 'b', 'c', 'd', 'e', 'f'], nRegions: 2 }]);
  });

  it('has no fold for a region whose text is in no row', () => {
    expect(blocksOf({ rows: new Map(), blocks: [{ region: one }] }, new Set())).toEqual([]);
  });
});

it('names the folds on both sides of a region by their first rows', () => {
  const blocks = blocksOf(placed, new Set([one, two]));
  expect(foldsAround(blocks, two)).toEqual(['c', 'f']);
  expect(foldsAround(blocksOf(placed, new Set([one])).slice(1), one)).toEqual(['c']);
});

describe('columns', () => {
  it('are as many as there is room for', () => {
    expect(columnsOf(2, 3, null)).toEqual([0, 1]);
    expect(columnsOf(4, 2, null)).toEqual([0, 1]);
    expect(columnsOf(0, 2, null)).toEqual([]);
  });

  it('have the chosen review in the last of them, unless it has one already or there is none', () => {
    expect(columnsOf(4, 2, 3)).toEqual([0, 3]);
    expect(columnsOf(4, 3, 1)).toEqual([0, 1, 2]);
    expect(columnsOf(3, 2, 3)).toEqual([0, 1]);
  });
});

it('says how many regions are open', () => {
  expect([0, 1, 1200].map(openInWords)).toEqual(['No region is open.', '1 region is open.', '1,200 regions are open.']);
});
