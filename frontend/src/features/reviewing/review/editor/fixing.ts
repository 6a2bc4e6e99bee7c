/** The digits of a bitext: each does what another key does to the row, accepts the row and goes on. */

import type { ActionId } from '../keys/table';
import { numberOf } from '../model/document';
import { thenAccept } from '../model/fixes';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { takeNext } from '../model/nextChoice';
import { standing } from '../model/realign';
import type { Command } from './editor';
import { goOn, passAfter } from './passes';
import type { EditorState } from './state';
import { selected } from './view';

type FixId = 'merge_accept' | 'move_down_accept' | 'borrow_accept' | 'split_accept' | 'next_choice_accept';

/** Of several rows no next choice is shown, and nobody takes one unseen. */
const onlyOne = { refused: 'Several rows are selected: the next choice is taken row by row.' };
/** Nor beside what a new proposal says of the row. */
const proposedAnew = { refused: 'Take or leave the new proposal for this row first: its next choice is not shown.' };
/** Nor while the row is opened. */
const isOpened = { refused: 'The next choice is not shown while the row is open. Close it first.' };

/** What `5` does to the row: where the next choice is not shown, nothing. */
export function nextChoiceOf(state: EditorState, row: string): Gesture {
  const { doc, opened, realigning } = state;
  if (selected(state).length > 1) return onlyOne;
  if (opened?.row === row) return isOpened;
  const proposals = realigning && realigning !== 'running' ? standing(doc, realigning.proposals) : [];
  return proposals.some(({ rows }) => rows.includes(row)) ? proposedAnew : takeNext(doc, row);
}

/** What a digit does to the active row before it accepts it; of several selected rows, `merge` makes one. */
export function fixOf(state: EditorState, id: FixId, row: string): Gesture {
  const { doc, chip } = state;
  if (id === 'merge_accept') return gestures.merge(doc, selected(state));
  if (id === 'move_down_accept') return gestures.moveChip(doc, row, chip, 1);
  if (id === 'borrow_accept') return gestures.borrow(doc, row);
  if (id === 'next_choice_accept') return nextChoiceOf(state, row);
  return gestures.splitRow(doc, row, chip);
}

function fix(id: FixId): Command {
  return (editor) => {
    const { state } = editor;
    const { doc, active, linear } = state;
    if (!active) return;
    const made = fixOf(state, id, active);
    // Rows that are merged become the first of them.
    const row = id === 'merge_accept' && !isRefusal(made) ? (made.focus?.row ?? active) : active;
    const again = passAfter(state, [row]);
    const confirms = linear ? gestures.undecidedAbove(doc, row) : [];
    if (!editor.do(thenAccept(doc, made, row, confirms))) return;
    editor.set({ again, anchor: null });
    editor.announce(`Changed and accepted row ${numberOf(editor.state.doc, row)}.`);
    goOn(editor);
  };
}

export const fixCommands = {
  merge_accept: fix('merge_accept'),
  move_down_accept: fix('move_down_accept'),
  borrow_accept: fix('borrow_accept'),
  split_accept: fix('split_accept'),
  next_choice_accept: fix('next_choice_accept'),
} as const satisfies Partial<Record<ActionId, Command>>;
