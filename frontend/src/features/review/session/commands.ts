/** What each action of the key table does. Buttons run the same actions, so nothing can be done by mouse alone. */

import type { ActionId } from '../keys/table';
import { type Doc, findChip, neighbour, rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';
import type { RowFields } from '../model/types';
import { caretCommands } from './caret';
import { paperCommands } from './paper';
import { playCommands } from './playing';
import { realignCommands } from './realigning';
import type { Session } from './session';
import { readOnly, type SessionState } from './state';
import { submit } from './submitting';
import { seek, selected, tests, walk } from './view';

type Command = (session: Session) => void;

/** Does an action, once it is known on which rows; the keys of the post-edit field are its own. */
export function run(session: Session, id: ActionId): void {
  session.afterwards(() => commands[id]?.(session));
}

/** By mouse, from a bar or a menu: the focus goes back to the rows, unless what was done opened something. */
export function runFromBar(session: Session, id: ActionId): void {
  run(session, id);
  const { opened, reasonMenu, dialog, paperCursor, focus } = session.state;
  const writes = id === 'comments' || id === 'search' || id === 'go_to';
  if (!opened && !reasonMenu && !dialog && !writes && paperCursor === null) session.set({ focus: focus + 1 });
}

export function activate(session: Session, row: string | null, chip: string | null = null): void {
  if (row === null) return;
  session.moveTo(row, chip);
  session.set({
    contradiction: null,
    scroll: session.scrolled('near'),
    ...(session.state.notice.text && { notice: { ...session.state.notice, text: '' } }),
  });
}

function step(by: 1 | -1, test: keyof typeof tests): Command {
  return (session) => {
    const found = seek(session.state, by, tests[test]);
    if (found) activate(session, found);
    else if (test !== 'any') session.say(by > 0 ? 'None further down.' : 'None further up.');
  };
}

function extend(by: 1 | -1): Command {
  return (session) => {
    const { active, anchor } = session.state;
    const found = seek(session.state, by, tests.any);
    if (found) session.set({ anchor: anchor ?? active, active: found, chip: null, scroll: session.scrolled('near') });
  };
}

function page(by: 1 | -1): Command {
  return (session) => {
    const { visible, active } = session.state;
    const at = (active ? visible.indexOf(active) : 0) + by * 14;
    activate(session, visible[Math.min(visible.length - 1, Math.max(0, at))] ?? null);
  };
}

/** Sets fields of the selected rows; the row stays where it is. */
function put(verb: string, fields: RowFields): Command {
  return (session) => {
    const rows = selected(session.state);
    if (!session.do(gestures.set(session.state.doc, verb, rows, fields))) return;
    const row = rows.length === 1 && rows[0] ? session.state.doc.rows.get(rows[0]) : null;
    const doubtful = row && row.good_align === false && row.good_mt === true;
    session.set({ contradiction: doubtful ? row.id : null });
    if (doubtful) session.say('Bad alignment, yet good_mt. Sure?', 'warn');
  };
}

function accept(advance: boolean): Command {
  return (session) => {
    const { doc, linear, active } = session.state;
    const rows = selected(session.state);
    if (!active || rows.length === 0) return;
    const confirms = linear && rows[0] ? gestures.undecidedAbove(doc, rows[0]) : [];
    if (!session.do(gestures.accept(doc, rows, confirms))) return;
    if (!advance) return;
    const next = seek(session.state, 1, tests.unreviewed) ?? seek(session.state, 1, tests.any);
    if (!next) {
      session.say('That was the last row.');
      session.set({ anchor: null });
      return;
    }
    activate(session, next);
    session.set({ scroll: session.scrolled('third') });
  };
}

function chip(to: (chips: readonly string[], at: number) => number): Command {
  return (session) => {
    const { doc, active, chip: current } = session.state;
    if (!active) return;
    const chips = walk(doc, active);
    const at = current ? chips.indexOf(current) : -1;
    const next = chips[Math.max(0, Math.min(chips.length - 1, to(chips, at)))];
    if (next) session.set({ chip: next, anchor: null, caret: null });
  };
}

function structural(make: (session: Session, row: string) => ReturnType<typeof gestures.moveChip>): Command {
  return (session) => {
    const { active } = session.state;
    if (active && session.do(make(session, active))) session.set({ scroll: session.scrolled('near') });
  };
}

function makeNull(session: Session): void {
  const { doc, active } = session.state;
  const rows = selected(session.state);
  if (!active || rows.length === 0) return;
  if (doc.kind === 'paper_talk') {
    session.do(gestures.makeNull(doc, rows, null));
    return;
  }
  const both = rows.filter((id) => rowOf(doc, id).source.length > 0 && rowOf(doc, id).target.length > 0);
  if (both.length > 0 && !session.do(gestures.makeNull(doc, both, null))) return;
  session.set({ reasonMenu: rows.length === 1 ? active : null });
}

function remove(session: Session): void {
  const { doc, active, chip: current } = session.state;
  if (!active) return;
  const row = rowOf(doc, active);
  const id = current ?? (row.target.length === 1 ? row.target[0]?.id : undefined);
  const found = id ? findChip(doc.rows, id, [active]) : null;
  session.do(gestures.setRemoved(doc, active, id ? [id] : [], !found?.chip.removed));
}

function restore(session: Session): void {
  const { doc, active, chip: current } = session.state;
  if (!active) return;
  const removed = rowOf(doc, active).target.filter((other) => other.removed);
  const ids = current ? [current] : removed.map((other) => other.id);
  if (ids.length > 0) session.do(gestures.setRemoved(doc, active, ids, false));
}

function open(part: 'post_edit' | 'tags'): Command {
  return (session) => {
    const { active } = session.state;
    const refused = readOnly(session.state);
    if (refused) session.say(refused, 'warn');
    // What was edited can be read all the same; of tags there is only the choice.
    if (active && !(refused && part === 'tags'))
      session.set({ opened: { row: active, part }, caret: null, anchor: null, scroll: session.scrolled('near') });
  };
}

function leave(session: Session): void {
  const { opened, caret, menu, reasonMenu, chip: current, anchor, helperOpen, dialog } = session.state;
  if (dialog) session.set({ dialog: null });
  else if (menu) session.set({ menu: null });
  else if (caret) session.set({ caret: null });
  else if (reasonMenu) session.set({ reasonMenu: null });
  else if (opened) session.set({ opened: null });
  else if (helperOpen) session.set({ helperOpen: false });
  else if (anchor) session.set({ anchor: null });
  else if (current) session.set({ chip: null });
  session.set({ focus: session.state.focus + 1 });
}

function tab(helper: 'context' | 'history' | 'guidelines' | 'summary'): Command {
  return (session) => session.set({ helper, helperOpen: true });
}

function focusOn(selector: string): Command {
  return () => document.querySelector<HTMLInputElement>(selector)?.focus();
}

const commands: Partial<Record<ActionId, Command>> = {
  next: step(1, 'any'),
  previous: step(-1, 'any'),
  extend_down: extend(1),
  extend_up: extend(-1),
  page_down: page(1),
  page_up: page(-1),
  first: (session) => activate(session, session.state.visible[0] ?? null),
  last: (session) => activate(session, session.state.visible.at(-1) ?? null),
  next_unreviewed: step(1, 'unreviewed'),
  previous_unreviewed: step(-1, 'unreviewed'),
  next_weak: step(1, 'weak'),
  previous_weak: step(-1, 'weak'),
  next_not11: step(1, 'not11'),
  previous_not11: step(-1, 'not11'),
  go_to: focusOn('[data-field=go-to]'),
  search: focusOn('[data-field=search]'),
  accept_next: accept(true),
  accept_stay: accept(false),
  to_proposed: put('to_proposed', { status: 'proposed' }),
  align_yes: put('label', { good_align: true }),
  align_no: put('label', { good_align: false }),
  mt_yes: put('label', { good_mt: true }),
  mt_no: put('label', { good_mt: false }),
  tags: open('tags'),
  null: makeNull,
  flag: put('flag', { flagged: true }),
  unflag: put('flag', { flagged: false }),
  post_edit: open('post_edit'),
  submit,
  chip_left: chip((chips, at) => (at < 0 ? chips.length - 1 : at - 1)),
  chip_right: chip((_, at) => at + 1),
  chip_first: chip(() => 0),
  chip_last: chip((chips) => chips.length - 1),
  move_up: structural(({ state }, row) => gestures.moveChip(state.doc, row, state.chip, -1)),
  move_down: structural(({ state }, row) => gestures.moveChip(state.doc, row, state.chip, 1)),
  remove,
  restore,
  own_row: structural(({ state }, row) => gestures.ownRow(state.doc, row, state.chip)),
  borrow: structural(({ state }, row) => gestures.borrow(state.doc, row)),
  swap: structural(({ state }, row) => gestures.swapTargets(state.doc, row)),
  merge: (session) => {
    session.do(gestures.merge(session.state.doc, selected(session.state)));
    session.set({ anchor: null });
  },
  split: structural(({ state }, row) => gestures.splitRow(state.doc, row, state.chip)),
  join_text: structural(({ state }, row) => gestures.joinText(state.doc, row, state.chip)),
  ...caretCommands,
  context: tab('context'),
  offline_column: (session) => {
    const button = document.querySelector<HTMLElement>('[data-field=offline-column]');
    if (button) button.click();
    else session.say('As a column it needs an offline translation and a window of 1600 pixels.');
  },
  history: tab('history'),
  guidelines: tab('guidelines'),
  summary: tab('summary'),
  escape: leave,
  undo: (session) => session.turnBack('undo'),
  redo: (session) => session.turnBack('redo'),
  undo_too: (session) => session.turnBack('undo'),
  redo_too: (session) => session.turnBack('redo'),
  show_saved: (session) => {
    session.wake();
    document.querySelector<HTMLElement>('[data-field=save-state]')?.focus();
  },
  keys: (session) => session.set({ dialog: 'keys' }),
  save_next: (session) => savePostEdit(session),
  close_draft: leave,
  comments: (session) => {
    // Drawn at once, so that the next letter is written and not run.
    session.set({ helper: 'comments', helperOpen: true });
    queueMicrotask(() => document.querySelector<HTMLElement>('[data-field=comment]')?.focus());
  },
  ...paperCommands,
  ...realignCommands,
  ...playCommands,
};

/** What the field of a row shows: the draft, else what was saved, else the aligned text. */
export function editedText(state: SessionState, row: string): string {
  return state.drafts.get(row) ?? rowOf(state.doc, row).post_edit ?? alignedText(state.doc, row);
}

export function alignedText(doc: Doc, row: string): string {
  return sideText(rowOf(doc, row).target, doc.targetUnits, doc.targetLanguage);
}

/** Saves the post-edit and goes on; the row counts as accepted, since someone has just read it. */
export function savePostEdit(session: Session): void {
  const { doc, opened } = session.state;
  if (!opened) return;
  const { row } = opened;
  const text = editedText(session.state, row);
  if (!session.do(gestures.postEdit(doc, row, text, true))) return;
  session.draft(row, null);
  session.set({ opened: null, theirs: null });
  const next = neighbour(doc, row, 1);
  const { visible } = session.state;
  const shown = visible[visible.indexOf(row) + 1] ?? next?.id ?? null;
  activate(session, shown);
  session.set({ focus: session.state.focus + 1, scroll: session.scrolled('third') });
}
