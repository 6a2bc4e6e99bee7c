/** A review without a page: gestures, undo and redo on it, and what its rows hold. */

import { apply, type Change } from '../model/apply';
import { type Doc, rowOf } from '../model/document';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';
import type { Operation, Row } from '../model/types';
import { sampleDoc } from './sample';

/** Applies gestures one after another, remembering what each changed, as the page does. */
export class Bench {
  readonly changes = new Map<string, Change>();
  constructor(public doc: Doc) {}

  do(gesture: Gesture): Operation | null {
    if (isRefusal(gesture)) return null;
    this.run(gesture.operation);
    return gesture.operation;
  }

  run(op: Operation): void {
    const { doc, change } = apply(this.doc, op, (id) => this.changes.get(id));
    this.changes.set(op.id, change);
    this.doc = doc;
  }

  undo(): boolean {
    const gesture = gestures.turn(this.doc, 'undo', [...this.doc.rows.keys()]);
    if (isRefusal(gesture)) return false;
    this.run(gesture.operation);
    return true;
  }

  redo(): boolean {
    const gesture = gestures.turn(this.doc, 'redo', [...this.doc.rows.keys()]);
    if (isRefusal(gesture)) return false;
    this.run(gesture.operation);
    return true;
  }

  row(n: number): Row {
    return rowOf(this.doc, this.doc.order[n - 1] as string);
  }

  texts(n: number): [string, string] {
    return [sideText(this.doc, this.row(n), 'source'), sideText(this.doc, this.row(n), 'target')];
  }
}

/** Four rows of one sentence each, the second of two chips, one of them with an emoji of three code points. */
export const small = () =>
  new Bench(
    sampleDoc(
      ['One.', 'Two.', 'Three.', 'Four.'],
      ['いち。', 'に。', '二つ👩🏽‍🔬目。', 'さん。', 'し。'],
      [
        { source: [0], target: [0] },
        { source: [1], target: [1, 2] },
        { source: [2], target: [3] },
        { source: [3], target: [4] },
      ],
    ),
  );

/** Everything but versions, which count operations and are not undone. */
export function contents(doc: Doc): unknown {
  return {
    state: doc.state,
    rows: doc.order.map((id) => {
      const { version: _, ...row } = rowOf(doc, id);
      return row;
    }),
  };
}
