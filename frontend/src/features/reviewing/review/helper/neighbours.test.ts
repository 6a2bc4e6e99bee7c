import { expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { neighboursOf } from './ContextTab';

const texts = Array.from({ length: 9 }, (_, n) => `Text ${n}.`);
const doc = sampleDoc(texts, texts, [
  { source: [0], target: [0, 1] },
  { source: [1], target: [3] },
  { source: [2], target: [4] },
  { source: [3], target: [] },
  { source: [4], target: [2, 5, 6] },
  { source: [5], target: [7, 8] },
]);
const units = (row: number) => neighboursOf(doc, uuid(row)).map(({ unit }) => unit);

it('are the chips within two of the row’s own, in the order of the text', () => {
  expect(units(2)).toEqual([1, 2, 3, 4, 5]);
  expect(units(1)).toEqual([0, 1, 2, 3]);
  expect(units(6)).toEqual([5, 6, 7, 8]);
});

it('are those around the place of a row without a target: after the row above that has one', () => {
  expect(units(4)).toEqual([3, 4, 5, 6]);
});

it('are twelve at most', () => {
  const many = Array.from({ length: 20 }, (_, n) => n);
  const long = sampleDoc(many.map(String), many.map(String), [{ source: [0], target: many }]);
  expect(neighboursOf(long, uuid(1))).toHaveLength(12);
});
