import { expect, it } from 'vitest';
import { sampleDoc } from '../testing/sample';
import { missingLabels } from './labels';

it('counts rows without a label that others have; nulls need none, and an unused label is not missed', () => {
  const doc = sampleDoc(
    ['a', 'b', 'c', 'd'],
    ['A', 'B', 'C'],
    [
      { source: [0], target: [0], good_mt: true },
      { source: [1], target: [1] },
      { source: [2], target: [2], good_mt: false },
      { source: [3], target: [] },
    ],
  );
  expect(missingLabels(doc)).toEqual([{ name: 'good_mt', rows: 1 }]);
});
