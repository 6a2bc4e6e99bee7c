/** What each action of the key table does. Buttons run the same actions, so nothing can be done by mouse alone. */

import { isMac } from '@/lib/chords';
import { plural } from '@/lib/format';
import { rowWords } from '@/ui/kinds';
import { withKeys } from '../keys/sheet';
import { type ActionId, editing } from '../keys/table';
import { findChip, numberOf, rowOf } from '../model/document';
import { everything } from '../model/filters';
import { isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { pushTargets, unaccepted } from '../model/push';
import type { RowFields } from '../model/types';
import { caretCommands } from './caret';
import { carryingCommands } from './carrying';
import { copyCommands } from './copying';
import { correctCommands } from './correcting';
import { isJustDecided, takeOther } from './deciding';
import { draftOf } from './drafts';
import type { Command, Editor } from './editor';
import { fixCommands } from './fixing';
import { labelCommands } from './labelling';
import { findingCommands, withFindings } from './laterFindings';
import { go, navigationCommands } from './navigation';
import { deckCommands } from './pageChoice';
import { hitCommands } from './paperSearch';
import { goOn, mostUnasked, passAfter } from './passes';
import { playCommands } from './playback';
import { insertNextTerm, savePostEdit } from './postEdit';
import { cancelRealign, realignCommands } from './realignment';
import { recallCommands } from './recalling';
import { paperCommands } from './sentenceChoice';
import { skip } from './skipping';
import { readOnly } from './state';
import { isFiltered, selected, tests } from './view';

/** Does an action, once it is known on which rows; the keys of the post-edit field are its own. */
export function run(editor: Editor, id: ActionId): void {
  editor.afterwards(() => {
    const { notice } = editor.state;
    // What was said about the last action stands in the place of the keys that this one may lead to.
    if (notice.text) editor.set({ notice: { ...notice, text: '' } });
    const refused = editing.has(id) ? readOnly(editor.state) : null;
    if (refused) editor.say(refused, 'warn');
    else commands[id](editor);
  });
}

/** By mouse, from a bar or a menu: the focus goes back to the rows, unless what was done opened something. */
export function runFromBar(editor: Editor, id: ActionId): void {
  run(editor, id);
  const { opened, reasonMenu, dialog, paperCursor, focus } = editor.state;
  const writes = ['comments', 'search', 'find', 'go_to', 'to_page', 'deck_page'].includes(id);
  if (!opened && !reasonMenu && !dialog && !writes && paperCursor === null) editor.set({ focus: focus + 1 });
}

/** Sets fields of the selected rows; the row stays where it is. */
function put(verb: string, fields: RowFields): Command {
  return (editor) => {
    const rows = selected(editor.state);
    if (!editor.do(gestures.set(editor.state.doc, verb, rows, fields))) return;
    const row = rows.length === 1 && rows[0] ? editor.state.doc.rows.get(rows[0]) : null;
    const doubtful = row && row.good_align === false && row.good_mt === true;
    editor.set({ contradiction: doubtful ? row.id : null });
    if (doubtful) editor.say('Marked as badly aligned but a good translation. Is that right?', 'warn');
  };
}

function accept(advance: boolean): Command {
  return (editor) => {
    const { doc, linear, active } = editor.state;
    const rows = selected(editor.state);
    if (!active || rows.length === 0) return;
    if (rows.length > mostUnasked) {
      askToAcceptMany(editor);
      return;
    }
    const confirms = linear && rows[0] ? gestures.undecidedAbove(doc, rows[0]) : [];
    const again = passAfter(editor.state, rows);
    if (!editor.do(gestures.accept(doc, rows, confirms))) return;
    editor.set({ again });
    const [one, several] = rowWords[doc.kind];
    const what = rows.length === 1 ? `${one} ${numberOf(doc, active)}` : `${rows.length} ${several}`;
    editor.announce(`Accepted ${what}.`);
    if (advance) goOn(editor);
    const n = rows.filter((id) => draftOf(editor.state, id) !== null).length;
    if (n > 0) editor.say(`Accepted, but ${n === 1 ? 'a post-edit is' : `${n} post-edits are`} not saved.`, 'warn');
  };
}

function push(by: -1 | 1): Command {
  return (editor) => {
    const gesture = pushTargets(editor.state.doc, selected(editor.state), by);
    if (!editor.do(gesture) || isRefusal(gesture)) return;
    editor.set({ anchor: null, scroll: editor.scrolled('near') });
    const n = unaccepted(gesture.operation.steps);
    const also = n === 0 ? '' : ` ${plural(n, 'accepted row')} ${n === 1 ? 'is' : 'are'} unreviewed again.`;
    editor.say(`Shifted ${by < 0 ? 'up' : 'down'}.${also}`, n === 0 ? 'quiet' : 'warn');
  };
}

function structural(make: (editor: Editor, row: string) => ReturnType<typeof gestures.moveChip>): Command {
  return (editor) => {
    const { active } = editor.state;
    if (active && editor.do(make(editor, active))) editor.set({ scroll: editor.scrolled('near') });
  };
}

function makeNull(editor: Editor): void {
  const { doc, active } = editor.state;
  const rows = selected(editor.state);
  if (!active || rows.length === 0) return;
  if (doc.kind !== 'bitext') {
    editor.do(gestures.makeNull(doc, rows, null));
    return;
  }
  const both = rows.filter((id) => rowOf(doc, id).source.length > 0 && rowOf(doc, id).target.length > 0);
  if (both.length > 0 && !editor.do(gestures.makeNull(doc, both, null))) return;
  editor.set({ reasonMenu: rows.length === 1 ? active : null });
}

function remove(editor: Editor): void {
  const { doc, active, chip: current } = editor.state;
  if (!active) return;
  const row = rowOf(doc, active);
  const id = current ?? (row.target.length === 1 ? row.target[0]?.id : undefined);
  const place = id ? findChip(doc.rows, id, [active]) : null;
  editor.do(gestures.setRemoved(doc, active, id ? [id] : [], !place?.chip.removed));
}

function restore(editor: Editor): void {
  const { doc, active, chip: current } = editor.state;
  if (!active) return;
  const removed = rowOf(doc, active).target.filter((other) => other.removed);
  const ids = current ? [current] : removed.map((other) => other.id);
  if (ids.length > 0) editor.do(gestures.setRemoved(doc, active, ids, false));
}

/** Of the chosen sentence; without one, of the only one in the row, or to unmark of all. */
function key(isKey: boolean): Command {
  return (editor) => {
    const { doc, active, chip } = editor.state;
    if (!active || doc.kind !== 'slides_talk') return;
    const { target } = rowOf(doc, active);
    const marked = isKey ? (target.length === 1 ? target : []) : target.filter((other) => other.is_key);
    const done = editor.do(gestures.setKey(doc, active, chip ? [chip] : marked.map(({ id }) => id), isKey));
    if (done) editor.say(isKey ? 'Key sentence.' : 'No key sentence.', 'quiet');
  };
}

function open(part: 'post_edit' | 'tags'): Command {
  return (editor) => {
    const { active } = editor.state;
    // What was edited can be read all the same.
    const refused = part === 'post_edit' && readOnly(editor.state);
    if (refused) editor.say(refused, 'warn');
    if (active)
      editor.set({ opened: { row: active, part }, caret: null, anchor: null, scroll: editor.scrolled('near') });
  };
}

function leave(editor: Editor): void {
  const { state } = editor;
  if (state.dialog) editor.set({ dialog: null });
  else if (state.menu) editor.set({ menu: null });
  else if (state.caret) editor.set({ caret: null });
  else if (state.reasonMenu) editor.set({ reasonMenu: null });
  else if (state.opened) editor.set({ opened: null });
  else if (cancelRealign(editor)) return;
  // Nothing matches: what there is to leave is the search.
  else if (state.visible.length === 0 && isFiltered(state.view))
    editor.setView({ ...everything, order: state.view.order });
  else if (state.helperOpen) editor.set({ helperOpen: false });
  else if (state.anchor || state.picked) editor.set({ anchor: null });
  else if (state.cut) editor.set({ cut: null });
  else if (state.repeats) editor.set({ repeats: null });
  else if (state.chip) editor.set({ chip: null });
  editor.set({ focus: editor.state.focus + 1 });
}

function undo(editor: Editor): void {
  if (isJustDecided(editor)) takeOther(editor);
  else editor.turnBack('undo');
}

function ask(dialog: 'find_replace'): Command {
  return (editor) => editor.set({ dialog });
}

/** Not in an adjudication, whose open rows are those of one review. */
function askToAcceptMany(editor: Editor): void {
  if (editor.state.info.kind === 'adjudication') editor.say('Regions are settled one by one.', 'warn');
  else editor.set({ dialog: 'accept_many' });
}

function tab(helper: 'context' | 'history' | 'guidelines' | 'summary'): Command {
  return (editor) => editor.set({ helper, helperOpen: true });
}

/** All of the key table: an action without a command does not compile. */
const commands: Readonly<Record<ActionId, Command>> = {
  ...navigationCommands,
  accept_next: accept(true),
  accept_many: askToAcceptMany,
  accept_stay: accept(false),
  skip,
  to_proposed: put('to_proposed', { status: 'proposed' }),
  align_yes: put('label', { good_align: true }),
  align_no: put('label', { good_align: false }),
  mt_yes: put('label', { good_mt: true }),
  mt_no: put('label', { good_mt: false }),
  tags: open('tags'),
  ...labelCommands,
  null: makeNull,
  flag: put('flag', { flagged: true }),
  unflag: put('flag', { flagged: false }),
  post_edit: open('post_edit'),
  find_replace: ask('find_replace'),
  submit,
  move_up: structural(({ state }, row) => gestures.moveChip(state.doc, row, state.chip, -1)),
  move_down: structural(({ state }, row) => gestures.moveChip(state.doc, row, state.chip, 1)),
  remove,
  restore,
  key_yes: key(true),
  key_no: key(false),
  own_row: structural(({ state }, row) => gestures.ownRow(state.doc, row, state.chip)),
  borrow: structural(({ state }, row) => gestures.borrow(state.doc, row)),
  swap: structural(({ state }, row) => gestures.swapTargets(state.doc, row)),
  push_up: push(-1),
  push_down: push(1),
  merge: (editor) => {
    editor.do(gestures.merge(editor.state.doc, selected(editor.state)));
    editor.set({ anchor: null });
  },
  split: structural(({ state }, row) => gestures.splitRow(state.doc, row, state.chip)),
  split_utterance: structural(({ state }, row) => gestures.splitUtterance(state.doc, row, state.chip)),
  join_text: structural(({ state }, row) => gestures.joinText(state.doc, row, state.chip)),
  ...caretCommands,
  ...fixCommands,
  context: tab('context'),
  offline_column: (editor) => {
    const button = document.querySelector<HTMLElement>('[data-field=offline-column]');
    if (button) button.click();
    else editor.say('The column needs an offline translation and a window at least 1600 pixels wide.');
  },
  history: tab('history'),
  guidelines: tab('guidelines'),
  summary: tab('summary'),
  escape: leave,
  undo,
  redo: (editor) => editor.turnBack('redo'),
  undo_too: undo,
  redo_too: (editor) => editor.turnBack('redo'),
  show_saved: (editor) => {
    editor.exchange.queue.wake();
    document.querySelector<HTMLElement>('[data-field=save-state]')?.focus();
  },
  keys: (editor) => editor.set({ dialog: 'keys' }),
  insert_term: insertNextTerm,
  save_next: (editor) => savePostEdit(editor),
  close_draft: leave,
  comments: (editor) => {
    // Drawn at once, so that the next letter is written and not run.
    editor.set({ helper: 'comments', helperOpen: true });
    queueMicrotask(() => document.querySelector<HTMLElement>('[data-field=comment]')?.focus());
  },
  ...carryingCommands,
  ...findingCommands,
  ...hitCommands,
  ...copyCommands,
  ...paperCommands,
  ...deckCommands,
  ...realignCommands,
  ...playCommands,
  ...recallCommands,
  ...correctCommands,
};

/** Submitting a review: the question if rows are left, the list of what was found unless it is open, and the next page. */
export function submit(editor: Editor): void {
  const { doc, queue } = editor.state;
  if (doc.state === 'submitted') editor.say('This review has already been submitted.');
  else if (queue.aside.length > 0) editor.set({ dialog: 'aside' });
  else if (firstUnreviewed(editor)) editor.set({ dialog: 'submit' });
  else
    withFindings(editor, ({ hasFindings, isListSeen, showList }) => {
      if (!hasFindings(editor) || isListSeen(editor)) {
        editor.do(gestures.submit(editor.state.doc, false));
        return;
      }
      showList(editor);
      editor.say(withKeys('Look at what was found; {submit} submits.', editor.state.keys, isMac()));
    });
}

export function goToUnreviewed(editor: Editor): void {
  go(editor, firstUnreviewed(editor));
}

function firstUnreviewed({ state: { doc } }: Editor): string | undefined {
  return doc.order.find((id) => tests.unreviewed(rowOf(doc, id)));
}
