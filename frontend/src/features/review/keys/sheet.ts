/** The key table as it is printed: keys that belong together on one line, sections in four columns. */

import { type KeySettings, keysOf } from './dispatch';
import { type ActionId, actions, chordText, type KeyAction } from './table';

export interface Line {
  label: string;
  ids: readonly ActionId[];
}

export interface SheetSection {
  title: string;
  lines: readonly Line[];
  only?: 'paper_talk';
}

const line = (label: string, ...ids: ActionId[]): Line => ({ label, ids });

export const sheet: readonly (readonly SheetSection[])[] = [
  [
    {
      title: 'Move between rows',
      lines: [
        line('next row', 'next'),
        line('previous row', 'previous'),
        line('extend the selection', 'extend_up', 'extend_down'),
        line('a screen up, down', 'page_up', 'page_down'),
        line('first, last row', 'first', 'last'),
        line('next, previous unreviewed', 'next_unreviewed', 'previous_unreviewed'),
        line('next, previous weak', 'next_weak', 'previous_weak'),
        line('next, previous not 1:1', 'next_not11', 'previous_not11'),
        line('go to a row or time', 'go_to'),
        line('search and filter', 'search'),
      ],
    },
    {
      title: 'History',
      lines: [
        line('undo, redo', 'undo', 'redo'),
        line('undo as well', 'undo_too'),
        line('redo as well', 'redo_too'),
        line('show what is saved', 'show_saved'),
      ],
    },
  ],
  [
    {
      title: 'Decide',
      lines: [
        line('accept, next', 'accept_next'),
        line('accept, stay', 'accept_stay'),
        line('back to proposed', 'to_proposed'),
        line('good_align yes, no', 'align_yes', 'align_no'),
        line('good_mt yes, no', 'mt_yes', 'mt_no'),
        line('error tags', 'tags'),
        line('null, with a reason', 'null'),
        line('flag, unflag', 'flag', 'unflag'),
        line('post-edit', 'post_edit'),
        line('realign around reviewed', 'realign'),
        line('submit the review', 'submit'),
      ],
    },
    {
      title: 'Realign proposal',
      lines: [
        line('take, accept, next', 'proposal_take'),
        line('leave the row as it is', 'proposal_leave'),
        line('take all that are left', 'proposal_take_rest'),
        line('leave the rest', 'proposal_leave_rest'),
      ],
    },
  ],
  [
    {
      title: 'Chips',
      lines: [
        line('previous, next chip', 'chip_left', 'chip_right'),
        line('first, last chip', 'chip_first', 'chip_last'),
        line('to the row above', 'move_up'),
        line('to the row below', 'move_down'),
        line('remove, put back', 'remove'),
        line('put back', 'restore'),
        line('to a row of its own', 'own_row'),
        line('borrow a neighbour', 'borrow'),
        line('swap targets with next row', 'swap'),
      ],
    },
    {
      title: 'Group and text',
      lines: [
        line('merge with the next row', 'merge'),
        line('split the row here', 'split'),
        line('join text with next chip', 'join_text'),
        line('split text at the caret', 'caret'),
        line('move the caret', 'caret_left', 'caret_right'),
        line('split here', 'caret_split'),
        line('leave the text whole', 'caret_leave'),
      ],
    },
    {
      title: 'Post-edit',
      lines: [line('save, next row', 'save_next'), line('close, keep the draft', 'close_draft')],
    },
  ],
  [
    {
      title: 'Paper and talk',
      lines: [
        line('take a candidate', 'candidate_1', 'candidate_2', 'candidate_3', 'candidate_4', 'candidate_5'),
        line('no sentence', 'no_sentence'),
        line('to the paper', 'to_paper'),
        line('next sentence', 'paper_next'),
        line('previous sentence', 'paper_previous'),
        line('in the paper: choose it', 'paper_choose'),
        line('back to the talk', 'paper_back'),
        line('unfold the paper, fold', 'unfold'),
      ],
    },
    { title: 'Recording', lines: [line('play, play the other side', 'play', 'play_other')] },
    {
      title: 'Helper',
      lines: [
        line('context and why', 'context'),
        line('offline translation, wide', 'offline_column'),
        line('history of the row', 'history'),
        line('comment', 'comments'),
        line('guidelines', 'guidelines'),
        line('the summary as it changes', 'summary'),
        line('back to the rows', 'escape'),
      ],
    },
    { title: 'Anywhere', lines: [line('this list', 'keys')] },
  ],
];

const byId = new Map<string, KeyAction>(actions.map((action) => [action.id, action]));

export function actionOf(id: ActionId): KeyAction {
  return byId.get(id) as KeyAction;
}

/** The sheet for one kind of pair: what does nothing there is left out. */
export function sheetFor(kind: 'bitext' | 'paper_talk'): readonly (readonly SheetSection[])[] {
  const stays = (id: ActionId) => (actionOf(id).only ?? kind) === kind;
  return sheet.map((column) =>
    column
      .map((section) => ({ ...section, lines: section.lines.filter(({ ids }) => ids.every(stays)) }))
      .filter((section) => section.lines.length > 0),
  );
}

/** `J ↓`, `Shift ↑ ↓`, `A  Shift A`, `1–5`: the keys of a line, a modifier that two actions share said once. */
export function chordsOf(ids: readonly ActionId[], settings: KeySettings, mac: boolean): readonly string[] {
  const each = ids.map((id) => keysOf(actionOf(id), settings.bindings));
  const texts = each.flat().map((chord) => chordText(chord, mac));
  const digits = texts.map(Number);
  if (texts.length > 2 && digits.every((digit, i) => digit === (digits[0] as number) + i))
    return [`${texts[0]}–${texts.at(-1)}`];
  if (each.some((chords) => chords.length !== 1)) return texts;
  const prefix = (text: string) => text.slice(0, text.lastIndexOf(' ') + 1);
  return texts.map((text, i) => {
    const before = texts[i - 1];
    const shared = before !== undefined && prefix(text) !== '' && prefix(text) === prefix(before);
    return shared ? text.slice(prefix(text).length) : text;
  });
}
