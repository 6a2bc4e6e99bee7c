/** When parts of units were spoken, in the cases that the server shares (tests/contract/chip_times). */

import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { unit } from '../testing/sample';
import { timeOf } from './times';

interface Case {
  of: string;
  text: string;
  times: [start: number | null, end: number | null];
  words: [start: number, end: number, startSeconds: number, endSeconds: number][];
  part: [start: number, end: number];
  spoken: [start: number, end: number] | null;
}

it.each(corpus<Case>('chip_times').flatMap(([, cases]) => cases))('is that of the server: $of', (one) => {
  const [start_seconds, end_seconds] = one.times;
  const [start, end] = one.part;
  const found = timeOf({ unit: 0, start, end }, [
    { ...unit(0, one.text), start_seconds, end_seconds, words: one.words },
  ]);
  expect(found && [found.start, found.end]).toEqual(one.spoken);
});
