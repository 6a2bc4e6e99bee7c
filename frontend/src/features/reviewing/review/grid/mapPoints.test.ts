import { describe, expect, it } from 'vitest';
import { sampleDoc } from '../testing/sample';
import { nearestShown, pointsOf, quantile, samePoint } from './AlignmentMap';

const texts = Array.from({ length: 5 }, (_, n) => `Text ${n}.`);
const doc = sampleDoc(texts, texts, [
  { source: [0], target: [0], status: 'accepted' },
  { source: [1], target: [2, 3, 4] },
  { source: [2], target: [] },
  { source: [], target: [1] },
  { source: [4], target: [4], confidence: 0.1 },
  { source: [3], target: [3], confidence: 0.1, edited: true },
  { source: [3], target: [3], confidence: null },
]);

describe('a point of the map', () => {
  it('stands beside the diagonal by how much later the target is, by the middle of what is many', () => {
    const [first, late, ...rest] = pointsOf(doc);
    expect([first?.delay, late?.delay]).toEqual([0, 3 / 4 - 1 / 4]);
    expect(rest.slice(0, 2).map(({ delay, empty }) => [delay, empty])).toEqual([
      [null, 'target'],
      [null, 'source'],
    ]);
  });

  it('is as sure as the engine was; a person’s row is sure, and one of an engine that does not say is neither', () => {
    expect(
      pointsOf(doc)
        .slice(4)
        .map(({ level }) => level),
    ).toEqual(['weak', 'sure', null]);
    expect(pointsOf(doc).map(({ reviewed }) => reviewed)).toEqual([true, false, false, false, false, false, false]);
  });

  it('is drawn again only where it differs', () => {
    const [one, two] = pointsOf(doc);
    expect(pointsOf(doc)[0]).toBe(one);
    if (!one || !two) throw new Error('no points');
    expect([samePoint(one, { ...one }), samePoint(one, two), samePoint(one, undefined)]).toEqual([true, false, false]);
    expect(samePoint(one, { ...one, reviewed: false })).toBe(false);
  });
});

it('leads to the nearest row that is shown', () => {
  const order = ['a', 'b', 'c', 'd', 'e'];
  expect(nearestShown(order, ['a', 'e'], 3)).toBe('e');
  expect(nearestShown(order, ['a', 'e'], 2)).toBe('a');
  expect(nearestShown(order, [], 2)).toBeNull();
});

it('knows the value below which a share of the others is', () => {
  const values = [5, 1, 4, 2, 3];
  expect([quantile(values, 0), quantile(values, 0.5), quantile(values, 1), quantile([], 0.5)]).toEqual([1, 3, 5, 0]);
  expect(values).toEqual([5, 1, 4, 2, 3]);
});
