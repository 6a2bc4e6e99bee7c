import { expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { acceptAll, changedMeanwhile, isDivisible, preview, without } from './bulk';
import { isRefusal } from './gesture';
import * as gestures from './gestures';
import type { Operation } from './types';

const doc = sampleDoc(
  ['a', 'b', 'c', 'd', 'e', 'f'],
  ['A', 'B', 'C', 'D', 'E', 'F'],
  [0.99, 0.95, 0.949, null, 0.97, 0.2].map((confidence, n) => ({
    source: [n],
    target: [n],
    confidence,
    ...(n === 4 && { status: 'accepted' as const }),
    ...(n === 5 && { edited: true }),
  })),
);

const operationOf = (gesture: ReturnType<typeof acceptAll>): Operation => {
  if (isRefusal(gesture)) throw new Error(gesture.refused);
  return gesture.operation;
};

it('counts what a probability takes and what it leaves, and shows the least sure first', () => {
  expect(preview(doc, doc.order, 0.95)).toEqual({
    accepted: [uuid(1), uuid(2)],
    below: 1,
    unknown: 2,
    done: 1,
    leastSure: [uuid(2), uuid(1)],
  });
});

it('takes any row where no probability is asked for; a person’s row counts as a coin toss', () => {
  const { accepted, leastSure } = preview(doc, doc.order, null, 3);
  expect(accepted).toEqual([1, 2, 3, 4, 6].map(uuid));
  expect(leastSure).toEqual([4, 6, 3].map(uuid));
});

it('accepts in one operation, and refuses an empty one', () => {
  const operation = operationOf(acceptAll(doc, [uuid(1), uuid(2)]));
  expect(operation.steps).toEqual([{ type: 'set', rows: [uuid(1), uuid(2)], fields: { status: 'accepted' } }]);
  expect(operation.versions).toEqual({ [uuid(1)]: 1, [uuid(2)]: 1 });
  expect(acceptAll(doc, [])).toHaveProperty('refused');
});

it('can do without rows that somebody else changed, as long as each row stands for itself', () => {
  const operation = operationOf(acceptAll(doc, [uuid(1), uuid(2), uuid(3)]));
  expect(isDivisible(operation)).toBe(true);
  expect(isDivisible(operationOf(gestures.merge(doc, [uuid(1), uuid(2)])))).toBe(false);
  expect(isDivisible(operationOf(acceptAll(doc, [uuid(1)])))).toBe(false);
  const now = [1, 3].map((n) => ({ ...(doc.rows.get(uuid(n)) ?? never()), version: n }));
  const changed = changedMeanwhile(operation, now);
  expect([...changed]).toEqual([uuid(2), uuid(3)]);
  expect(without(operation, changed)).toMatchObject({ steps: [{ rows: [uuid(1)] }], versions: { [uuid(1)]: 1 } });
  expect(without(operation, new Set([1, 2, 3].map(uuid)))).toBeNull();
});

function never(): never {
  throw new Error('no such row');
}
