/**
 * The key table. Lower case works on rows and groups; Shift reverses, or works on the text. `Mod` is Ctrl, on a Mac ⌘.
 * Scopes are looked through from the innermost out; within a scope a key means one thing. `everywhere`: in fields too.
 */

import { labelKeys } from '@/lib/labels';
import type { PairKind } from '../model/types';

export type Scope =
  | 'proposal'
  | 'caret'
  | 'paper'
  | 'deck'
  | 'talk'
  | 'rows'
  | 'post_edit'
  | 'view'
  | 'all'
  | 'everywhere';

/** The sections of the table, and in which column of the key sheet each is printed. */
export const sections = {
  'Move between rows': 0,
  History: 0,
  Decide: 1,
  'Realign proposal': 1,
  Chips: 2,
  'Group and text': 2,
  'Post-edit': 2,
  Filmstrip: 2,
  Talk: 3,
  Recording: 3,
  Helper: 3,
  Anywhere: 3,
} as const;

export type Section = keyof typeof sections;

export interface KeyAction {
  id: string;
  scope: Scope;
  section: Section;
  label: string;
  /** What the key sheet calls this action and those beside it that share its line. */
  line?: string;
  keys: readonly string[];
  /** Only where the pair is of this kind, or a talk of any. */
  only?: PairKind | 'talk';
}

type Entry = readonly [id: string, label: string, keys: readonly string[], more?: Pick<KeyAction, 'line' | 'only'>];

/** Whether an action does something in a pair of this kind. */
export function worksIn({ only }: Pick<KeyAction, 'only'>, kind: PairKind): boolean {
  return !only || only === kind || (only === 'talk' && kind !== 'bitext');
}

/** Actions of one scope that stand in one section. */
function on<const Entries extends readonly Entry[]>(scope: Scope, section: Section, entries: Entries) {
  return entries.map(([id, label, keys, more]): KeyAction & { id: Entries[number][0] } => ({
    id,
    scope,
    section,
    label,
    keys,
    ...more,
  }));
}

/** What the digits of a bitext have in common. */
const fixes = { line: 'merge, move down, pull in, split; accept, next', only: 'bitext' } as const;

export const actions = [
  ...on('rows', 'Move between rows', [
    ['next', 'next row', ['j', 'ArrowDown']],
    ['previous', 'previous row', ['k', 'ArrowUp']],
    ['extend_up', 'extend the selection up', ['Shift+ArrowUp'], { line: 'extend the selection' }],
    ['extend_down', 'extend the selection down', ['Shift+ArrowDown'], { line: 'extend the selection' }],
    ['select_all', 'select all rows shown', ['Mod+a']],
    ['select_to_start', 'select up to the first row', ['Mod+Shift+Home'], { line: 'select to the first, last row' }],
    ['select_to_end', 'select down to the last row', ['Mod+Shift+End'], { line: 'select to the first, last row' }],
    ['page_up', 'one screen up', ['PageUp'], { line: 'one screen up, down' }],
    ['page_down', 'one screen down', ['PageDown'], { line: 'one screen up, down' }],
    ['first', 'first row', ['Mod+Home'], { line: 'first, last row' }],
    ['last', 'last row', ['Mod+End'], { line: 'first, last row' }],
    ['next_unreviewed', 'next unreviewed', ['u'], { line: 'next, previous unreviewed' }],
    ['previous_unreviewed', 'previous unreviewed', ['Shift+u'], { line: 'next, previous unreviewed' }],
    ['next_weak', 'next weak', ['w'], { line: 'next, previous weak' }],
    ['previous_weak', 'previous weak', ['Shift+w'], { line: 'next, previous weak' }],
    ['next_not11', 'next not 1:1', ['n'], { line: 'next, previous not 1:1' }],
    ['previous_not11', 'previous not 1:1', ['Shift+n'], { line: 'next, previous not 1:1' }],
  ]),
  ...on('view', 'Move between rows', [
    ['go_to', 'go to a row or time', ['g']],
    ['search', 'search', ['/']],
  ]),
  ...on('everywhere', 'Move between rows', [
    ['find', 'search all rows; again: where else there is one', ['Mod+f']],
    ['next_hit', 'next hit of the search', ['Mod+g'], { line: 'next, previous hit of the search' }],
    ['previous_hit', 'previous hit of the search', ['Mod+Shift+g'], { line: 'next, previous hit of the search' }],
    ['next_finding', 'next row with a finding', ['F9'], { line: 'next, previous row with a finding' }],
    ['previous_finding', 'previous row with a finding', ['Shift+F9'], { line: 'next, previous row with a finding' }],
  ]),
  ...on('rows', 'Decide', [
    ['accept_next', 'accept, next', ['Enter']],
    ['accept_stay', 'accept, stay', ['Shift+Enter']],
    ['accept_many', 'accept many rows', ['Mod+Enter']],
    ['skip', 'skip, next: leave the row for later', [',']],
    ['to_proposed', 'reset to proposed', ['Backspace']],
    ['align_yes', 'good alignment yes', [labelKeys.good_align], { line: 'good alignment yes, no' }],
    ['align_no', 'good alignment no', [`Shift+${labelKeys.good_align}`], { line: 'good alignment yes, no' }],
    ['mt_yes', 'good translation yes', [labelKeys.good_mt], { line: 'good translation yes, no' }],
    ['mt_no', 'good translation no', [`Shift+${labelKeys.good_mt}`], { line: 'good translation yes, no' }],
    ['tags', 'error tags', [labelKeys.error_tags]],
    ['own_label_6', 'label of the project on 6', ['6'], { line: 'labels of the project' }],
    ['own_label_7', 'label of the project on 7', ['7'], { line: 'labels of the project' }],
    ['own_label_8', 'label of the project on 8', ['8'], { line: 'labels of the project' }],
    ['own_label_9', 'label of the project on 9', ['9'], { line: 'labels of the project' }],
    ['null', 'null, with a reason', [labelKeys.null_reason]],
    ['flag', 'flag', ['f'], { line: 'flag, unflag' }],
    ['unflag', 'unflag', ['Shift+f'], { line: 'flag, unflag' }],
    ['post_edit', 'post-edit', ['e', 'F2']],
    ['correct', 'correct the imported text', ['Shift+e']],
    ['repeat_text', 'repeat the post-edit in rows with the same source', ['Shift+r'], { only: 'bitext' }],
    ['realign', 'realign around reviewed rows', ['r']],
  ]),
  ...on('all', 'Decide', [['submit', 'submit the review', ['Mod+Shift+Enter']]]),
  ...on('rows', 'Chips', [
    ['chip_left', 'previous chip', ['ArrowLeft'], { line: 'previous, next chip' }],
    ['chip_right', 'next chip', ['ArrowRight'], { line: 'previous, next chip' }],
    ['chip_first', 'first chip', ['Home'], { line: 'first, last chip' }],
    ['chip_last', 'last chip', ['End'], { line: 'first, last chip' }],
    ['move_up', 'move to the row above', ['Shift+k', 'Alt+ArrowUp']],
    ['move_down', 'move to the row below', ['Shift+j', 'Alt+ArrowDown']],
    ['cut_chip', 'cut the chip', ['Mod+x'], { line: 'cut the chip, paste it into this row', only: 'bitext' }],
    [
      'paste_chip',
      'paste the chip into this row',
      ['Mod+v'],
      { line: 'cut the chip, paste it into this row', only: 'bitext' },
    ],
    ['move_to_row', 'move to the row with a number', ['Shift+g'], { only: 'bitext' }],
    ['remove', 'remove, restore', ['x', 'Delete']],
    ['restore', 'restore', ['Shift+x']],
    ['own_row', 'move to a row of its own', ['o'], { only: 'bitext' }],
    ['borrow', 'pull the next chip in', ['b']],
    ['swap', 'swap targets with the next row', ['v'], { only: 'bitext' }],
    [
      'push_up',
      'shift all targets up from here',
      ['Alt+Shift+ArrowUp'],
      { line: 'shift all targets up, down from here', only: 'bitext' },
    ],
    [
      'push_down',
      'shift all targets down from here',
      ['Alt+Shift+ArrowDown'],
      { line: 'shift all targets up, down from here', only: 'bitext' },
    ],
  ]),
  ...on('rows', 'Group and text', [
    ['merge', 'merge with the next row', ['m']],
    ['split', 'split the row here', ['s']],
    ['join_text', 'join text with the next chip', ['Shift+m']],
    ['caret', 'split text at the caret', ['Shift+s']],
    ['merge_accept', 'merge with the next row, accept, next', ['1'], fixes],
    ['move_down_accept', 'move the chip to the row below, accept, next', ['2'], fixes],
    ['borrow_accept', 'pull the next chip in, accept, next', ['3'], fixes],
    ['split_accept', 'split the row here, accept, next', ['4'], fixes],
    ['next_choice_accept', 'take the engine’s next choice, accept, next', ['5'], { only: 'bitext' }],
  ]),
  ...on('caret', 'Group and text', [
    ['caret_left', 'caret left', ['ArrowLeft'], { line: 'move the caret' }],
    ['caret_right', 'caret right', ['ArrowRight'], { line: 'move the caret' }],
    ['caret_split', 'split here', ['Enter']],
    ['caret_leave', 'cancel the split', ['Escape']],
  ]),
  ...on('proposal', 'Realign proposal', [
    ['proposal_take', 'apply, accept, next', ['Enter']],
    ['proposal_leave', 'keep the row as it is', ['Backspace']],
    ['proposal_take_rest', 'apply the rest', ['Shift+Enter']],
    ['proposal_leave_rest', 'dismiss the rest', ['Escape']],
  ]),
  ...on('post_edit', 'Post-edit', [
    ['save_next', 'save, next row', ['Mod+Enter']],
    ['insert_term', 'insert the next missing term', ['Alt+Enter'], { only: 'bitext' }],
    ['close_draft', 'close, keep the draft', ['Escape']],
  ]),
  ...on('rows', 'Decide', [['use_memory', 'post-edit from the earlier translation', ['Mod+i'], { only: 'bitext' }]]),
  ...on('post_edit', 'Post-edit', [
    [
      'use_memory_here',
      'start from the earlier translation',
      ['Mod+i'],
      { line: 'start from the earlier, offline translation', only: 'bitext' },
    ],
    [
      'use_offline',
      'start from the offline translation',
      ['Mod+o'],
      { line: 'start from the earlier, offline translation', only: 'bitext' },
    ],
    ['concordance_here', 'look up the selected words', ['F4']],
  ]),
  ...on('talk', 'Talk', [
    ['candidate_1', 'choose candidate 1', ['1'], { line: 'choose a candidate', only: 'talk' }],
    ['candidate_2', 'choose candidate 2', ['2'], { line: 'choose a candidate', only: 'talk' }],
    ['candidate_3', 'choose candidate 3', ['3'], { line: 'choose a candidate', only: 'talk' }],
    ['candidate_4', 'choose candidate 4', ['4'], { line: 'choose a candidate', only: 'talk' }],
    ['candidate_5', 'choose candidate 5', ['5'], { line: 'choose a candidate', only: 'talk' }],
    ['key_yes', 'key sentence yes', ['a'], { line: 'key sentence yes, no', only: 'slides_talk' }],
    ['key_no', 'key sentence no', ['Shift+a'], { line: 'key sentence yes, no', only: 'slides_talk' }],
    ['no_sentence', 'no sentence', ['0'], { only: 'paper_talk' }],
    ['no_slide', 'no slide', ['0'], { only: 'slides_talk' }],
    ['split_utterance', 'split at the next utterance end', ['o'], { only: 'talk' }],
    ['to_paper', 'go to the paper', ['ArrowRight'], { only: 'paper_talk' }],
    ['to_deck', 'choose a page of the slides', ['ArrowRight'], { only: 'slides_talk' }],
    ['to_page', 'choose a page by its number', ['Shift+g'], { only: 'slides_talk' }],
  ]),
  ...on('paper', 'Talk', [
    ['paper_next', 'next sentence', ['ArrowDown', 'j'], { only: 'paper_talk' }],
    ['paper_previous', 'previous sentence', ['ArrowUp', 'k'], { only: 'paper_talk' }],
    ['paper_back', 'back to the talk', ['ArrowLeft', 'Escape'], { only: 'paper_talk' }],
    ['paper_choose', 'choose this sentence', ['Enter'], { only: 'paper_talk' }],
    ['paper_search', 'search all sentences of the paper', ['/'], { only: 'paper_talk' }],
  ]),
  ...on('talk', 'Talk', [['unfold', 'unfold or fold the paper', ['.'], { only: 'paper_talk' }]]),
  ...on('deck', 'Filmstrip', [
    ['deck_next', 'next page', ['ArrowRight', 'ArrowDown', 'j'], { only: 'slides_talk' }],
    ['deck_previous', 'previous page', ['ArrowLeft', 'ArrowUp', 'k'], { only: 'slides_talk' }],
    ['deck_choose', 'choose this page', ['Enter'], { only: 'slides_talk' }],
    ['deck_page', 'type the number of a page', ['g'], { only: 'slides_talk' }],
    ['deck_none', 'no slide for the row', ['0'], { only: 'slides_talk' }],
    ['deck_back', 'back to the talk, choosing none', ['Escape'], { only: 'slides_talk' }],
  ]),
  ...on('rows', 'Recording', [
    ['play', 'play, pause', ['p'], { line: 'play, play the other side' }],
    ['play_other', 'play the other side', ['Shift+p'], { line: 'play, play the other side' }],
  ]),
  ...on('everywhere', 'Recording', [
    ['listen', 'play, pause, go on; while writing too', ['F8']],
    ['listen_again', 'two seconds back; while writing too', ['Shift+F8']],
  ]),
  ...on('view', 'Helper', [
    ['context', 'context and why', ['i']],
    ['offline_column', 'offline translation column', ['Shift+i'], { only: 'bitext' }],
    ['history', 'history of the row', ['h']],
    ['comments', 'comments', ['c']],
    ['guidelines', 'guidelines', ['l']],
    ['findings', 'findings before submitting', ['Shift+l']],
    ['summary', 'live summary', ['y'], { only: 'paper_talk' }],
    ['concordance', 'look up words in accepted rows', ['Shift+h', 'F4']],
    ['escape', 'close, back to the rows', ['Escape']],
  ]),
  ...on('view', 'History', [
    ['undo', 'undo', ['z'], { line: 'undo, redo' }],
    ['redo', 'redo', ['Shift+z'], { line: 'undo, redo' }],
  ]),
  ...on('all', 'History', [
    ['undo_too', 'undo, also', ['Mod+z']],
    ['redo_too', 'redo, also', ['Mod+Shift+z', 'Mod+y']],
  ]),
  ...on('all', 'Post-edit', [['find_replace', 'find and replace in post-edits', ['Mod+Shift+f']]]),
  ...on('everywhere', 'History', [['show_saved', 'show the save state', ['Mod+s']]]),
  ...on('rows', 'Anywhere', [
    ['copy', 'copy the rows', ['Mod+c']],
    ['copy_table', 'copy the rows as a table', ['Shift+c']],
  ]),
  ...on('view', 'Anywhere', [['keys', 'this list', ['?']]]),
];

export type ActionId = (typeof actions)[number]['id'];

/** The action that leaves a row of a talk without a source. */
export function noneOf(kind: PairKind): ActionId {
  return kind === 'slides_talk' ? 'no_slide' : 'no_sentence';
}

/** What changes the review: not offered where it is read-only. Submitting and undoing have their own rules. */
export const editing: ReadonlySet<ActionId> = new Set<ActionId>([
  ...(['accept_next', 'accept_stay', 'to_proposed', 'align_yes', 'align_no', 'mt_yes', 'mt_no'] as const),
  ...(['own_label_6', 'own_label_7', 'own_label_8', 'own_label_9'] as const),
  ...(['tags', 'null', 'flag', 'unflag', 'skip', 'realign', 'save_next', 'insert_term'] as const),
  ...(['cut_chip', 'paste_chip', 'move_to_row', 'repeat_text'] as const),
  ...(['move_up', 'move_down', 'remove', 'restore', 'own_row', 'borrow', 'swap'] as const),
  ...(['merge_accept', 'move_down_accept', 'borrow_accept', 'split_accept', 'next_choice_accept'] as const),
  ...(['merge', 'split', 'join_text', 'caret', 'caret_split', 'split_utterance'] as const),
  ...(['accept_many', 'push_up', 'push_down', 'find_replace'] as const),
  ...(['use_memory', 'use_memory_here', 'use_offline'] as const),
  ...(['proposal_take', 'proposal_take_rest'] as const),
  ...(['candidate_1', 'candidate_2', 'candidate_3', 'candidate_4', 'candidate_5', 'no_sentence'] as const),
  ...(['key_yes', 'key_no'] as const),
  ...(['paper_choose', 'no_slide', 'to_deck', 'to_page', 'deck_choose', 'deck_none'] as const),
]);

/** What a held key does again and again. All else is done once: nobody reads rows as fast as a key repeats. */
export const repeating: ReadonlySet<ActionId> = new Set<ActionId>([
  ...(['next', 'previous', 'extend_down', 'extend_up', 'page_down', 'page_up'] as const),
  ...([
    'next_unreviewed',
    'previous_unreviewed',
    'next_weak',
    'previous_weak',
    'next_not11',
    'previous_not11',
  ] as const),
  ...(['chip_left', 'chip_right', 'move_up', 'move_down', 'caret_left', 'caret_right'] as const),
  ...(['deck_next', 'deck_previous'] as const),
  ...(['next_hit', 'previous_hit', 'next_finding', 'previous_finding'] as const),
  ...(['paper_next', 'paper_previous', 'undo', 'redo', 'undo_too', 'redo_too'] as const),
]);

/** What a browser, a system or an input method does with it: never bound. */
export const reserved: ReadonlySet<string> = new Set([
  ...['t', 'n', 'w', 'l', 'd', 'p', 'r', 'j', 'k', 'h'].map((key) => `Mod+${key}`),
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12', 'Tab', 'Shift+Tab', 'Mod+Space', 'Shift+Space', 'Mod+.'],
]);
