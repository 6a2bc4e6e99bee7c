import { expect, it } from 'vitest';
import type { PersonWork } from './requests';
import { drawn } from './sample';

type Review = PersonWork['reviews'][number];
const reviews = (n: number, state: Review['state'] = 'submitted') =>
  Array.from({ length: n }, (_, id) => ({ id, state }) as Review);

it('draws ten of the submitted reviews at random, each once, in the order of the list', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const one = drawn(reviews(40), random);
  expect(one).toHaveLength(10);
  expect(new Set(one).size).toBe(10);
  expect(one).toEqual([...one].toSorted((a, b) => a - b));
  expect(drawn(reviews(40), random)).not.toEqual(one);
});

it('takes all there are where they are fewer, and none that nobody submitted', () => {
  expect(drawn(reviews(3))).toEqual([0, 1, 2]);
  expect(drawn(reviews(20, 'open'))).toEqual([]);
});
