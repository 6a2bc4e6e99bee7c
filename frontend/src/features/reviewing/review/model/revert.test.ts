import { describe, expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { apply, type Change } from './apply';
import { type Doc, rowOf } from './document';
import { type Gesture, isRefusal } from './gesture';
import * as gestures from './gestures';
import { revertTo } from './revert';
import type { Row } from './types';

const start = () =>
  sampleDoc(
    ['One.', 'Two.', 'Three.'],
    ['a', 'b', 'c', 'd'],
    [
      { source: [0], target: [0] },
      { source: [1], target: [1, 2] },
      { source: [2], target: [3] },
    ],
  );

function done(doc: Doc, gesture: Gesture): { doc: Doc; change: Change } {
  if (isRefusal(gesture)) throw new Error(gesture.refused);
  return apply(doc, gesture.operation, () => undefined);
}

/** The content of a row without its counters. */
const facts = ({ version: _, edited: __, changed_at: ___, ...row }: Row) => row;

describe('back to an earlier state of a row', () => {
  const [above, row] = [uuid(1), uuid(2)];

  it('puts labels, texts and chips back in one operation, and undo takes that back', () => {
    const first = start();
    const then = rowOf(first, row);
    const chip = then.target[0]?.id as string;
    let doc = done(first, gestures.set(first, 'label', [row], { good_align: true, tags: ['mis-translation'] })).doc;
    doc = done(doc, gestures.moveChip(doc, row, chip, -1)).doc;
    doc = done(doc, gestures.postEdit(doc, row, 'edited', true)).doc;
    expect(rowOf(doc, above).target).toHaveLength(2);
    const gesture = revertTo(doc, then);
    const back = done(doc, gesture);
    expect(facts(rowOf(back.doc, row))).toEqual(facts(then));
    expect(facts(rowOf(back.doc, above))).toEqual(facts(rowOf(first, above)));
    if (isRefusal(gesture)) throw new Error(gesture.refused);
    const undo = gestures.turn(back.doc, 'undo', [above, row]);
    if (isRefusal(undo)) throw new Error(undo.refused);
    const undone = apply(back.doc, undo.operation, (id) => (id === gesture.operation.id ? back.change : undefined));
    expect(facts(rowOf(undone.doc, row))).toEqual(facts(rowOf(doc, row)));
  });

  it('sends away what has come since, to the neighbour it stands next to', () => {
    const first = start();
    const then = rowOf(first, row);
    const comes = rowOf(first, uuid(3)).target[0]?.id as string;
    const moved = done(first, gestures.bring(first, row, comes)).doc;
    const back = done(moved, revertTo(moved, then)).doc;
    expect(rowOf(back, row).target).toEqual(then.target);
    expect(rowOf(back, uuid(3)).target.map(({ id }) => id)).toEqual([comes]);
  });

  it('is refused where there is nothing to do, and where a text was cut since', () => {
    const first = sampleDoc(['One.'], ['abcd'], [{ source: [0], target: [0] }]);
    const then = rowOf(first, above);
    expect(revertTo(first, then)).toEqual({ refused: 'The row is already in this state.' });
    const cut = done(first, gestures.splitText(first, above, then.target[0]?.id as string, 2)).doc;
    expect(revertTo(cut, then)).toEqual({ refused: 'A text in this row was split or joined later. Undo that first.' });
  });
});
