import { describe, expect, it } from 'vitest';
import { type SampleRow, sampleDoc, uuid } from '../testing/sample';
import { apply as applied } from './apply';
import type { Doc } from './document';
import { isRefusal } from './gesture';
import { bring, splitText } from './gestures';
import { nextChoice, takeNext } from './nextChoice';
import type { Operation } from './types';

const texts = ['a a', 'b b', 'c c', 'd d', 'e e'];
const apply = (doc: Doc, operation: Operation) => applied(doc, operation, () => undefined).doc;

/** A row of which the engine is unsure, and what it would choose next. */
function unsure(source: number[], target: number[], next: [number, number], more: Partial<SampleRow> = {}): SampleRow {
  return { source, target, confidence: 0.4, features: { next_source: next[0], next_target: next[1] }, ...more };
}

const pairs: SampleRow[] = [0, 1, 2, 3, 4].map((n) => ({ source: [n], target: [n], confidence: 0.9 }));
const docOf = (...rows: SampleRow[]) => sampleDoc(texts, texts, rows);
const units = (doc: Doc) =>
  doc.order.map((id) => (['source', 'target'] as const).map((side) => doc.rows.get(id)?.[side].map((c) => c.unit)));

function taken(doc: Doc, row = 1): Doc {
  const gesture = takeNext(doc, uuid(row));
  if (isRefusal(gesture)) throw new Error(gesture.refused);
  return apply(doc, gesture.operation);
}

describe('the next choice', () => {
  it('takes what follows from the row below, which goes where nothing is left of it', () => {
    const doc = docOf(unsure([0], [0], [1, 2]), ...pairs.slice(1));
    expect(nextChoice(doc, uuid(1))?.comes).toMatchObject({ source: [], target: [{ chip: { unit: 1 }, row: 2 }] });
    expect(units(taken(doc)).slice(0, 2)).toEqual([
      [[0], [0, 1]],
      [[1], []],
    ]);
    const all = docOf(unsure([0], [0], [2, 2]), ...pairs.slice(1));
    expect(units(taken(all)).slice(0, 2)).toEqual([
      [
        [0, 1],
        [0, 1],
      ],
      [[2], [2]],
    ]);
  });

  it('gives its last chips to the next row that is left', () => {
    const doc = docOf(unsure([0], [0, 1], [1, 1]), { source: [1], target: [2] }, { source: [2], target: [3, 4] });
    expect(nextChoice(doc, uuid(1))?.goes).toMatchObject({ source: [], target: [{ chip: { unit: 1 }, row: 2 }] });
    expect(units(taken(doc)).slice(0, 2)).toEqual([
      [[0], [0]],
      [[1], [1, 2]],
    ]);
    // It takes all of row 2 and gives a target to row 3, the first that stays.
    const past = docOf(unsure([0], [0, 1], [2, 1]), { source: [1], target: [] }, { source: [2], target: [2] });
    expect(units(taken(past))).toEqual([
      [[0, 1], [0]],
      [[2], [1, 2]],
    ]);
  });

  it('can leave a source alone', () => {
    const doc = docOf(unsure([0], [0], [1, 0]), ...pairs.slice(1));
    expect(units(taken(doc)).slice(0, 2)).toEqual([
      [[0], []],
      [[1], [0, 1]],
    ]);
  });

  it('steps over rows between, and takes from several', () => {
    const doc = docOf(unsure([0], [0], [2, 3]), { source: [], target: [1] }, { source: [1], target: [2] });
    expect(units(taken(doc))).toEqual([
      [
        [0, 1],
        [0, 1, 2],
      ],
    ]);
  });

  const row = (more: Partial<SampleRow>) => docOf(unsure([0], [0], [1, 2], more), ...pairs.slice(1));
  const below = (more: Partial<SampleRow>) =>
    docOf(unsure([0], [0], [1, 2]), { source: [1], target: [1], ...more }, ...pairs.slice(2));
  const first = row({});
  const target = (n: number) => first.rows.get(uuid(n))?.target[0]?.id as string;
  it.each([
    ['the engine is sure enough', row({ confidence: 0.6 })],
    ['the engine gave no probability', row({ confidence: null })],
    ['the run has none', row({ features: {} })],
    ['a filter took chips out', row({ features: { next_source: 1, next_target: 2, intra_stripped: 1 } })],
    ['the row is accepted', row({ status: 'accepted' })],
    ['linear mode confirmed it', row({ status: 'implicit' })],
    ['the row was edited', row({ edited: true })],
    ['the row has a post-edit', row({ post_edit: 'x' })],
    ['the row below is accepted', below({ status: 'accepted' })],
    ['the row below has a post-edit', below({ post_edit: 'x' })],
    ['there is no row below to take from', docOf(unsure([0], [0], [1, 2]))],
    ['there is no row below to give to', docOf(unsure([0], [0, 1], [1, 1]))],
    ['it is what the row is', docOf(unsure([0], [0], [1, 1]), ...pairs.slice(1))],
    ['the row has no target', docOf(unsure([0], [], [1, 1]), ...pairs)],
    [
      'its sentence was moved to a row above',
      sampleDoc(texts, texts, [pairs[1] as SampleRow, unsure([0], [0], [1, 2])]),
    ],
    ['its sentence was cut', apply(first, operationOf(splitText(first, uuid(2), target(2), 1)))],
  ])('is not offered where %s', (_, doc) => {
    const id = doc.order.find((one) => doc.rows.get(one)?.features.next_source !== undefined) ?? uuid(1);
    expect(nextChoice(doc, id)).toBeNull();
    expect(takeNext(doc, id)).toEqual({ refused: 'The engine has no next choice to offer for this row.' });
  });

  it('is offered while rows that it leaves alone are accepted', () => {
    const others = pairs.slice(2).map((other) => ({ ...other, status: 'accepted' as const }));
    const doc = docOf(unsure([0], [0], [1, 2]), pairs[1] as SampleRow, ...others);
    expect(nextChoice(doc, uuid(1))?.rows.map(({ row: id }) => id)).toEqual([uuid(1), uuid(2)]);
  });

  it('is gone once a chip was brought into the row', () => {
    const gesture = bring(first, uuid(1), target(3));
    expect(nextChoice(apply(first, operationOf(gesture)), uuid(1))).toBeNull();
  });
});

function operationOf(gesture: ReturnType<typeof bring>): Operation {
  if (isRefusal(gesture)) throw new Error(gesture.refused);
  return gesture.operation;
}
