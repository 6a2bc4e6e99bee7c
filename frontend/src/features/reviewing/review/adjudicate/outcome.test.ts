import { describe, expect, it } from 'vitest';
import type { Region } from './model';
import { joined, partByPart, tookWords, whoAgrees } from './words';

const region = (...camps: number[][]) =>
  ({ camps, parts: ['links', 'text'], rows: camps.flat().map(() => []) }) as unknown as Region;

describe('what became of a region', () => {
  it('was taken from those who say the same, with how many where more said so', () => {
    expect(tookWords('', region([0], [1]))).toBe('edited');
    expect(tookWords('A', region([0], [1]))).toBe('took A');
    expect(tookWords('A, C', region([0, 2], [1]))).toBe('took A, C (2 of 3)');
    expect(tookWords('B', region([0, 2], [1]))).toBe('took B');
  });

  it('would be put together from parts of several', () => {
    expect(partByPart({ links: 0, labels: 1, text: 2 }, region([0], [1], [2]))).toBe('links as A, text as C');
  });
});

it('says who agrees, of three reviews or more', () => {
  expect(whoAgrees(region([0], [1]))).toBe('');
  expect(whoAgrees(region([0, 2], [1]))).toBe('A and C agree');
  expect(whoAgrees(region([0], [1], [2]))).toBe('all three differ');
  expect(whoAgrees(region([0], [1], [2], [3]))).toBe('all differ');
  expect(whoAgrees(region([0, 2], [1, 3]))).toBe('no majority');
});

it('joins words as people do', () => {
  expect([joined([]), joined(['A']), joined(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C']);
});
