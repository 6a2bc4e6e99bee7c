import { expect, it } from 'vitest';
import { startState } from '../sending/state';
import { MemoryStorage } from '../sending/storage';
import { sampleInfo, sampleOperation } from '../testing/sample';
import { fileOf } from './EditList';

it('holds every edit that the server does not have, those that are not sent any more first', () => {
  const [waiting, parked, aside] = [1, 2, 3].map(sampleOperation) as ReturnType<typeof sampleOperation>[];
  const queue = {
    ...startState(new MemoryStorage()),
    waiting: waiting ? [waiting] : [],
    parked: parked ? [parked] : [],
    aside: aside ? [{ operation: aside, detail: 'no' }] : [],
  };
  const { name, content } = fileOf({ info: sampleInfo('bitext'), queue });
  expect(name).toBe('review-7-edits.json');
  expect(JSON.parse(content)).toEqual({ review: 7, operations: [aside, parked, waiting] });
});
