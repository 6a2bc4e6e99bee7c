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
    held: [],
    below: 1,
    unknown: 2,
    done: 1,
    leastSure: [uuid(2), uuid(1)],
  });
});

it('leaves nulls of a bitext to be looked at one by one, unless any row is asked for', () => {
  const nulls = [
    { source: [0], target: [0], confidence: 0.99 },
    { source: [1], target: [], confidence: 0.99 },
    { source: [], target: [1], confidence: 0.96 },
    { source: [], target: [2], confidence: 0.2 },
  ];
  const texts = sampleDoc(['a', 'b'], ['A', 'B', 'C'], nulls);
  expect(preview(texts, texts.order, 0.95)).toMatchObject({ accepted: [uuid(1)], held: [uuid(2), uuid(3)], below: 1 });
  expect(preview(texts, texts.order, null)).toMatchObject({ accepted: texts.order, held: [] });
  // What is said of no sentence of a paper has no text that could be lost.
  const talk = sampleDoc(
    ['a'],
    ['A', 'B'],
    [nulls[0], { ...nulls[3], target: [1], confidence: 0.99 }] as typeof nulls,
    'paper_talk',
  );
  expect(preview(talk, talk.order, 0.95)).toMatchObject({ accepted: [uuid(1), uuid(2)], held: [] });
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
