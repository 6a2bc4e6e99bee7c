import { describe, expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { confirm, exact, merge, moveEdge, type Segment, split, textsOf, viewOf } from './model';

const at = (start: number, end: number, isSet = false): Segment => ({ start, end, isSet });
const three = [at(0, 4), at(4, 9), at(12, 18)];

describe('moving a boundary', () => {
  it('moves that of the segment it touches too, and both are a person’s', () => {
    const moved = { segments: [at(0, 4.5, true), at(4.5, 9, true), at(12, 18)], active: 1 };
    expect(moveEdge(three, 1, 'start', 0.5, 20)).toEqual(moved);
    expect(moveEdge(three, 0, 'end', 0.5, 20)).toEqual({ ...moved, active: 0 });
  });

  it('stops at what stands beside it', () => {
    expect(moveEdge(three, 1, 'end', 9, 20)).toMatchObject({ segments: [at(0, 4), at(4, 12, true), at(12, 18)] });
    expect(moveEdge(three, 2, 'start', -9, 20)).toMatchObject({ segments: [at(0, 4), at(4, 9), at(9, 18, true)] });
    expect(moveEdge(three, 2, 'end', 9, 20)).toMatchObject({ segments: [at(0, 4), at(4, 9), at(12, 20, true)] });
    expect(moveEdge(three, 1, 'start', -9, 20)).toMatchObject({
      segments: [at(0, 0.1, true), at(0.1, 9, true), at(12, 18)],
    });
  });

  it('says so where it cannot move', () => {
    expect(moveEdge(three, 0, 'start', -1, 20)).toHaveProperty('why');
    expect(moveEdge([at(0, 20)], 0, 'end', 1, 20)).toHaveProperty('why');
  });
});

it('merges with the silence between two, and splits where one is', () => {
  expect(merge(three, 1)).toEqual({ segments: [at(0, 4), at(4, 18, true)], active: 1 });
  expect(merge(three, 2)).toHaveProperty('why');
  expect(split(three, 2, 15.00049)).toEqual({
    segments: [at(0, 4), at(4, 9), at(12, 15, true), at(15, 18, true)],
    active: 3,
  });
  expect(split(three, 2, 12.05)).toHaveProperty('why');
  expect(split(three, 2, 20)).toHaveProperty('why');
});

it('confirms a segment and goes on', () => {
  expect(confirm(three, 0)).toEqual({ segments: [at(0, 4, true), at(4, 9), at(12, 18)], active: 1 });
  expect(confirm([at(0, 4, true)], 0)).toEqual({ segments: [at(0, 4, true)], active: 0 });
});

it('puts each word where its middle is, in any script', () => {
  const pieces = [
    ['we ', 0, 1],
    ['begin ', 3, 4.8],
    ['音', 4.9, 5],
    ['声。', 5, 5.4],
    ['left out ', 10, 11],
    ['again', 12, 13],
  ] as const;
  expect(textsOf(three, pieces)).toEqual(['we begin', '音声。', 'again']);
  expect(textsOf([at(0, 3)], pieces)).toEqual(['we']);
});

interface TextsCase {
  of: string;
  pieces: [text: string, start: number, end: number][];
  segments: [start: number, end: number][];
  texts: string[];
}

it.each(corpus<TextsCase>('segment_texts').flatMap(([, cases]) => cases))('has the words of the server: $of', (one) => {
  expect(
    textsOf(
      one.segments.map(([start, end]) => at(start, end)),
      one.pieces,
    ),
  ).toEqual(one.texts);
});

it('shows a segment in the middle, and the beginning of one that is too long', () => {
  expect(viewOf(at(30, 36))).toEqual({ from: 21, seconds: 24 });
  expect(viewOf(at(2, 6))).toEqual({ from: 0, seconds: 24 });
  expect(viewOf(at(100, 400))).toEqual({ from: 96, seconds: 120 });
  expect(exact(62.349)).toBe('01:02.3');
  expect(exact(59.96)).toBe('01:00.0');
});
