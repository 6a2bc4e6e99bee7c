/** Whether an action can do something to the active row as it stands; menus grey what cannot. */

import { type ActionId, editing } from '../keys/table';
import { rowOf } from '../model/document';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { applies, type Shortcut } from '../model/labels';
import { beginsUtterance } from '../model/shape';
import { nextChoiceOf } from './fixing';
import { labelOn } from './labelling';
import { type EditorState, readOnly } from './state';
import { selected } from './view';

/** By action, whether it can do something; an action that is absent always can. */
const checks: Partial<Record<ActionId, (state: EditorState, row: string) => boolean>> = {
  to_proposed: ({ doc }, row) => rowOf(doc, row).status !== 'proposed',
  flag: ({ doc }, row) => !rowOf(doc, row).flagged,
  unflag: ({ doc }, row) => rowOf(doc, row).flagged,
  move_up: ({ doc, chip }, row) => can(gestures.moveChip(doc, row, chip, -1)),
  move_down: ({ doc, chip }, row) => can(gestures.moveChip(doc, row, chip, 1)),
  remove: ({ doc, chip }, row) => {
    const { source, target } = rowOf(doc, row);
    return chip ? source.every(({ id }) => id !== chip) : target.length === 1;
  },
  restore: ({ doc }, row) => rowOf(doc, row).target.some(({ removed }) => removed),
  own_row: ({ doc, chip }, row) => can(gestures.ownRow(doc, row, chip)),
  cut_chip: ({ doc, chip }, row) => chip !== null || rowOf(doc, row).target.length > 0,
  paste_chip: ({ doc, cut }, row) => cut !== null && can(gestures.bring(doc, row, cut)),
  move_to_row: ({ doc, chip }, row) => chip !== null || rowOf(doc, row).target.length > 0,
  repeat_text: ({ doc }, row) => gestures.rowsToRepeat(doc, row).length > 0,
  borrow: ({ doc }, row) => can(gestures.borrow(doc, row)),
  swap: ({ doc }, row) => can(gestures.swapTargets(doc, row)),
  push_up: ({ doc }, row) => doc.order[0] !== row,
  merge: (state) => can(gestures.merge(state.doc, selected(state))),
  split: ({ doc, chip }, row) => can(gestures.splitRow(doc, row, chip)),
  next_choice_accept: (state, row) => can(nextChoiceOf(state, row)),
  split_utterance: ({ doc }, row) => rowOf(doc, row).target.some((_, i, all) => beginsUtterance(all, i)),
  join_text: ({ doc, chip }, row) => can(gestures.joinText(doc, row, chip)),
  own_label_6: canLabel(6),
  own_label_7: canLabel(7),
  own_label_8: canLabel(8),
  own_label_9: canLabel(9),
  caret: ({ doc }, row) => rowOf(doc, row).source.length + rowOf(doc, row).target.length > 0,
};

function canLabel(shortcut: Shortcut) {
  return (state: EditorState, row: string) => {
    const label = labelOn({ state }, shortcut);
    return label !== undefined && applies(label, rowOf(state.doc, row));
  };
}

function can(gesture: Gesture): boolean {
  return !isRefusal(gesture);
}

export function isPossible(state: EditorState, id: ActionId): boolean {
  const { active } = state;
  if (active === null || !state.doc.rows.has(active)) return false;
  if (editing.has(id) && readOnly(state) !== null) return false;
  return checks[id]?.(state, active) ?? true;
}
