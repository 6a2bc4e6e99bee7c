/**
 * The key table. Lower case works on rows and groups; Shift reverses, or works on the text. `Mod` is Ctrl, on a Mac ⌘.
 * Scopes are looked through from the innermost out; within a scope a key means one thing. `everywhere`: in fields too.
 */

import type { PairKind } from '../model/types';

export type Scope = 'proposal' | 'caret' | 'paper' | 'talk' | 'rows' | 'post_edit' | 'view' | 'all' | 'everywhere';

/** The sections of the table, and in which column of the key sheet each is printed. */
export const sections = {
  'Move between rows': 0,
  History: 0,
  Decide: 1,
  'Realign proposal': 1,
  Chips: 2,
  'Group and text': 2,
  'Post-edit': 2,
  'Paper and talk': 3,
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
  /** Only where the pair is of this kind. */
  only?: PairKind;
}

export const actions = [
  { id: 'next', scope: 'rows', section: 'Move between rows', label: 'next row', keys: ['j', 'ArrowDown'] },
  { id: 'previous', scope: 'rows', section: 'Move between rows', label: 'previous row', keys: ['k', 'ArrowUp'] },
  {
    id: 'extend_up',
    scope: 'rows',
    section: 'Move between rows',
    label: 'extend the selection up',
    line: 'extend the selection',
    keys: ['Shift+ArrowUp'],
  },
  {
    id: 'extend_down',
    scope: 'rows',
    section: 'Move between rows',
    label: 'extend the selection down',
    line: 'extend the selection',
    keys: ['Shift+ArrowDown'],
  },
  {
    id: 'select_all',
    scope: 'rows',
    section: 'Move between rows',
    label: 'select all rows shown',
    keys: ['Mod+a'],
  },
  {
    id: 'select_to_start',
    scope: 'rows',
    section: 'Move between rows',
    label: 'select up to the first row',
    line: 'select to the first, last row',
    keys: ['Mod+Shift+Home'],
  },
  {
    id: 'select_to_end',
    scope: 'rows',
    section: 'Move between rows',
    label: 'select down to the last row',
    line: 'select to the first, last row',
    keys: ['Mod+Shift+End'],
  },
  {
    id: 'page_up',
    scope: 'rows',
    section: 'Move between rows',
    label: 'one screen up',
    line: 'one screen up, down',
    keys: ['PageUp'],
  },
  {
    id: 'page_down',
    scope: 'rows',
    section: 'Move between rows',
    label: 'one screen down',
    line: 'one screen up, down',
    keys: ['PageDown'],
  },
  {
    id: 'first',
    scope: 'rows',
    section: 'Move between rows',
    label: 'first row',
    line: 'first, last row',
    keys: ['Mod+Home'],
  },
  {
    id: 'last',
    scope: 'rows',
    section: 'Move between rows',
    label: 'last row',
    line: 'first, last row',
    keys: ['Mod+End'],
  },
  {
    id: 'next_unreviewed',
    scope: 'rows',
    section: 'Move between rows',
    label: 'next unreviewed',
    line: 'next, previous unreviewed',
    keys: ['u'],
  },
  {
    id: 'previous_unreviewed',
    scope: 'rows',
    section: 'Move between rows',
    label: 'previous unreviewed',
    line: 'next, previous unreviewed',
    keys: ['Shift+u'],
  },
  {
    id: 'next_weak',
    scope: 'rows',
    section: 'Move between rows',
    label: 'next weak',
    line: 'next, previous weak',
    keys: ['w'],
  },
  {
    id: 'previous_weak',
    scope: 'rows',
    section: 'Move between rows',
    label: 'previous weak',
    line: 'next, previous weak',
    keys: ['Shift+w'],
  },
  {
    id: 'next_not11',
    scope: 'rows',
    section: 'Move between rows',
    label: 'next not 1:1',
    line: 'next, previous not 1:1',
    keys: ['n'],
  },
  {
    id: 'previous_not11',
    scope: 'rows',
    section: 'Move between rows',
    label: 'previous not 1:1',
    line: 'next, previous not 1:1',
    keys: ['Shift+n'],
  },
  { id: 'go_to', scope: 'view', section: 'Move between rows', label: 'go to a row or time', keys: ['g'] },
  { id: 'search', scope: 'view', section: 'Move between rows', label: 'search', keys: ['/'] },
  {
    id: 'find',
    scope: 'everywhere',
    section: 'Move between rows',
    label: 'search all rows; again: this screen',
    keys: ['Mod+f'],
  },

  { id: 'accept_next', scope: 'rows', section: 'Decide', label: 'accept, next', keys: ['Enter'] },
  { id: 'accept_stay', scope: 'rows', section: 'Decide', label: 'accept, stay', keys: ['Shift+Enter'] },
  { id: 'accept_many', scope: 'rows', section: 'Decide', label: 'accept many rows', keys: ['Mod+Enter'] },
  { id: 'to_proposed', scope: 'rows', section: 'Decide', label: 'reset to proposed', keys: ['Backspace'] },
  {
    id: 'align_yes',
    scope: 'rows',
    section: 'Decide',
    label: 'good_align yes',
    line: 'good_align yes, no',
    keys: ['a'],
  },
  {
    id: 'align_no',
    scope: 'rows',
    section: 'Decide',
    label: 'good_align no',
    line: 'good_align yes, no',
    keys: ['Shift+a'],
  },
  { id: 'mt_yes', scope: 'rows', section: 'Decide', label: 'good_mt yes', line: 'good_mt yes, no', keys: ['t'] },
  { id: 'mt_no', scope: 'rows', section: 'Decide', label: 'good_mt no', line: 'good_mt yes, no', keys: ['Shift+t'] },
  { id: 'tags', scope: 'rows', section: 'Decide', label: 'error tags', keys: ['q'] },
  { id: 'null', scope: 'rows', section: 'Decide', label: 'null, with a reason', keys: ['d'] },
  { id: 'flag', scope: 'rows', section: 'Decide', label: 'flag', line: 'flag, unflag', keys: ['f'] },
  { id: 'unflag', scope: 'rows', section: 'Decide', label: 'unflag', line: 'flag, unflag', keys: ['Shift+f'] },
  { id: 'post_edit', scope: 'rows', section: 'Decide', label: 'post-edit', keys: ['e', 'F2'] },
  { id: 'realign', scope: 'rows', section: 'Decide', label: 'realign around reviewed rows', keys: ['r'] },
  { id: 'submit', scope: 'all', section: 'Decide', label: 'submit the review', keys: ['Mod+Shift+Enter'] },

  {
    id: 'chip_left',
    scope: 'rows',
    section: 'Chips',
    label: 'previous chip',
    line: 'previous, next chip',
    keys: ['ArrowLeft'],
  },
  {
    id: 'chip_right',
    scope: 'rows',
    section: 'Chips',
    label: 'next chip',
    line: 'previous, next chip',
    keys: ['ArrowRight'],
  },
  { id: 'chip_first', scope: 'rows', section: 'Chips', label: 'first chip', line: 'first, last chip', keys: ['Home'] },
  { id: 'chip_last', scope: 'rows', section: 'Chips', label: 'last chip', line: 'first, last chip', keys: ['End'] },
  { id: 'move_up', scope: 'rows', section: 'Chips', label: 'move to the row above', keys: ['Shift+k', 'Alt+ArrowUp'] },
  {
    id: 'move_down',
    scope: 'rows',
    section: 'Chips',
    label: 'move to the row below',
    keys: ['Shift+j', 'Alt+ArrowDown'],
  },
  { id: 'remove', scope: 'rows', section: 'Chips', label: 'remove, restore', keys: ['x', 'Delete'] },
  { id: 'restore', scope: 'rows', section: 'Chips', label: 'restore', keys: ['Shift+x'] },
  { id: 'own_row', scope: 'rows', section: 'Chips', label: 'move to a row of its own', keys: ['o'], only: 'bitext' },
  { id: 'borrow', scope: 'rows', section: 'Chips', label: 'borrow a neighbouring chip', keys: ['b'] },
  { id: 'swap', scope: 'rows', section: 'Chips', label: 'swap targets with the next row', keys: ['v'], only: 'bitext' },
  {
    id: 'push_up',
    scope: 'rows',
    section: 'Chips',
    label: 'push targets up from here',
    line: 'push targets up, down from here',
    keys: ['Alt+Shift+ArrowUp'],
    only: 'bitext',
  },
  {
    id: 'push_down',
    scope: 'rows',
    section: 'Chips',
    label: 'push targets down from here',
    line: 'push targets up, down from here',
    keys: ['Alt+Shift+ArrowDown'],
    only: 'bitext',
  },

  { id: 'merge', scope: 'rows', section: 'Group and text', label: 'merge with the next row', keys: ['m'] },
  { id: 'split', scope: 'rows', section: 'Group and text', label: 'split the row here', keys: ['s'] },
  {
    id: 'join_text',
    scope: 'rows',
    section: 'Group and text',
    label: 'join text with the next chip',
    keys: ['Shift+m'],
  },
  { id: 'caret', scope: 'rows', section: 'Group and text', label: 'split text at the caret', keys: ['Shift+s'] },
  {
    id: 'caret_left',
    scope: 'caret',
    section: 'Group and text',
    label: 'caret left',
    line: 'move the caret',
    keys: ['ArrowLeft'],
  },
  {
    id: 'caret_right',
    scope: 'caret',
    section: 'Group and text',
    label: 'caret right',
    line: 'move the caret',
    keys: ['ArrowRight'],
  },
  { id: 'caret_split', scope: 'caret', section: 'Group and text', label: 'split here', keys: ['Enter'] },
  { id: 'caret_leave', scope: 'caret', section: 'Group and text', label: 'cancel the split', keys: ['Escape'] },

  {
    id: 'proposal_take',
    scope: 'proposal',
    section: 'Realign proposal',
    label: 'apply, accept, next',
    keys: ['Enter'],
  },
  {
    id: 'proposal_leave',
    scope: 'proposal',
    section: 'Realign proposal',
    label: 'keep the row as it is',
    keys: ['Backspace'],
  },
  {
    id: 'proposal_take_rest',
    scope: 'proposal',
    section: 'Realign proposal',
    label: 'apply the rest',
    keys: ['Shift+Enter'],
  },
  {
    id: 'proposal_leave_rest',
    scope: 'proposal',
    section: 'Realign proposal',
    label: 'dismiss the rest',
    keys: ['Escape'],
  },

  { id: 'save_next', scope: 'post_edit', section: 'Post-edit', label: 'save, next row', keys: ['Mod+Enter'] },
  {
    id: 'insert_term',
    scope: 'post_edit',
    section: 'Post-edit',
    label: 'insert the next missing term',
    keys: ['Alt+Enter'],
    only: 'bitext',
  },
  { id: 'close_draft', scope: 'post_edit', section: 'Post-edit', label: 'close, keep the draft', keys: ['Escape'] },
  {
    id: 'use_memory',
    scope: 'rows',
    section: 'Decide',
    label: 'post-edit from the earlier translation',
    keys: ['Mod+i'],
    only: 'bitext',
  },
  {
    id: 'use_memory_here',
    scope: 'post_edit',
    section: 'Post-edit',
    label: 'start from the earlier translation',
    line: 'start from the earlier, offline translation',
    keys: ['Mod+i'],
    only: 'bitext',
  },
  {
    id: 'use_offline',
    scope: 'post_edit',
    section: 'Post-edit',
    label: 'start from the offline translation',
    line: 'start from the earlier, offline translation',
    keys: ['Mod+o'],
    only: 'bitext',
  },
  {
    id: 'concordance_here',
    scope: 'post_edit',
    section: 'Post-edit',
    label: 'look up the selected words',
    keys: ['F4'],
  },

  {
    id: 'candidate_1',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'choose candidate 1',
    line: 'choose a candidate',
    keys: ['1'],
    only: 'paper_talk',
  },
  {
    id: 'candidate_2',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'choose candidate 2',
    line: 'choose a candidate',
    keys: ['2'],
    only: 'paper_talk',
  },
  {
    id: 'candidate_3',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'choose candidate 3',
    line: 'choose a candidate',
    keys: ['3'],
    only: 'paper_talk',
  },
  {
    id: 'candidate_4',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'choose candidate 4',
    line: 'choose a candidate',
    keys: ['4'],
    only: 'paper_talk',
  },
  {
    id: 'candidate_5',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'choose candidate 5',
    line: 'choose a candidate',
    keys: ['5'],
    only: 'paper_talk',
  },
  {
    id: 'no_sentence',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'no sentence',
    keys: ['0'],
    only: 'paper_talk',
  },
  {
    id: 'split_utterance',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'split at the next utterance end',
    keys: ['o'],
    only: 'paper_talk',
  },
  {
    id: 'to_paper',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'go to the paper',
    keys: ['ArrowRight'],
    only: 'paper_talk',
  },
  {
    id: 'paper_next',
    scope: 'paper',
    section: 'Paper and talk',
    label: 'next sentence',
    keys: ['ArrowDown', 'j'],
    only: 'paper_talk',
  },
  {
    id: 'paper_previous',
    scope: 'paper',
    section: 'Paper and talk',
    label: 'previous sentence',
    keys: ['ArrowUp', 'k'],
    only: 'paper_talk',
  },
  {
    id: 'paper_back',
    scope: 'paper',
    section: 'Paper and talk',
    label: 'back to the talk',
    keys: ['ArrowLeft', 'Escape'],
    only: 'paper_talk',
  },
  {
    id: 'paper_choose',
    scope: 'paper',
    section: 'Paper and talk',
    label: 'choose this sentence',
    keys: ['Enter'],
    only: 'paper_talk',
  },
  {
    id: 'unfold',
    scope: 'talk',
    section: 'Paper and talk',
    label: 'unfold or fold the paper',
    keys: ['.'],
    only: 'paper_talk',
  },

  {
    id: 'play',
    scope: 'rows',
    section: 'Recording',
    label: 'play, pause',
    line: 'play, play the other side',
    keys: ['p'],
  },
  {
    id: 'play_other',
    scope: 'rows',
    section: 'Recording',
    label: 'play the other side',
    line: 'play, play the other side',
    keys: ['Shift+p'],
  },

  { id: 'context', scope: 'view', section: 'Helper', label: 'context and why', keys: ['i'] },
  {
    id: 'offline_column',
    scope: 'view',
    section: 'Helper',
    label: 'offline translation column',
    keys: ['Shift+i'],
    only: 'bitext',
  },
  { id: 'history', scope: 'view', section: 'Helper', label: 'history of the row', keys: ['h'] },
  { id: 'comments', scope: 'view', section: 'Helper', label: 'comments', keys: ['c'] },
  { id: 'guidelines', scope: 'view', section: 'Helper', label: 'guidelines', keys: ['l'] },
  { id: 'summary', scope: 'view', section: 'Helper', label: 'live summary', keys: ['y'], only: 'paper_talk' },
  {
    id: 'concordance',
    scope: 'view',
    section: 'Helper',
    label: 'look up words in accepted rows',
    keys: ['Shift+h', 'F4'],
  },
  { id: 'escape', scope: 'view', section: 'Helper', label: 'close, back to the rows', keys: ['Escape'] },

  { id: 'undo', scope: 'view', section: 'History', label: 'undo', line: 'undo, redo', keys: ['z'] },
  { id: 'redo', scope: 'view', section: 'History', label: 'redo', line: 'undo, redo', keys: ['Shift+z'] },
  { id: 'undo_too', scope: 'all', section: 'History', label: 'undo, also', keys: ['Mod+z'] },
  { id: 'redo_too', scope: 'all', section: 'History', label: 'redo, also', keys: ['Mod+Shift+z', 'Mod+y'] },
  {
    id: 'find_replace',
    scope: 'all',
    section: 'Post-edit',
    label: 'find and replace in post-edits',
    keys: ['Mod+Shift+f'],
  },
  { id: 'show_saved', scope: 'everywhere', section: 'History', label: 'show the save state', keys: ['Mod+s'] },

  { id: 'copy', scope: 'rows', section: 'Anywhere', label: 'copy the rows', keys: ['Mod+c'] },
  { id: 'copy_table', scope: 'rows', section: 'Anywhere', label: 'copy the rows as a table', keys: ['Shift+c'] },
  { id: 'keys', scope: 'view', section: 'Anywhere', label: 'this list', keys: ['?'] },
] as const satisfies readonly KeyAction[];

export type ActionId = (typeof actions)[number]['id'];

/** What changes the review: not offered where it is read-only. Submitting and undoing have their own rules. */
export const editing: ReadonlySet<ActionId> = new Set<ActionId>([
  ...(['accept_next', 'accept_stay', 'to_proposed', 'align_yes', 'align_no', 'mt_yes', 'mt_no'] as const),
  ...(['tags', 'null', 'flag', 'unflag', 'realign', 'save_next', 'insert_term'] as const),
  ...(['move_up', 'move_down', 'remove', 'restore', 'own_row', 'borrow', 'swap'] as const),
  ...(['merge', 'split', 'join_text', 'caret', 'caret_split', 'split_utterance'] as const),
  ...(['accept_many', 'push_up', 'push_down', 'find_replace'] as const),
  ...(['use_memory', 'use_memory_here', 'use_offline'] as const),
  ...(['proposal_take', 'proposal_take_rest'] as const),
  ...(['candidate_1', 'candidate_2', 'candidate_3', 'candidate_4', 'candidate_5', 'no_sentence'] as const),
  'paper_choose',
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
  ...(['paper_next', 'paper_previous', 'undo', 'redo', 'undo_too', 'redo_too'] as const),
]);

/** What a browser, a system or an input method does with it: never bound. */
export const reserved: ReadonlySet<string> = new Set([
  ...['t', 'n', 'w', 'l', 'd', 'p', 'r', 'j', 'k', 'h'].map((key) => `Mod+${key}`),
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12', 'Tab', 'Shift+Tab', 'Mod+Space', 'Shift+Space', 'Mod+.'],
]);

const words: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
};

export function chordText(chord: string, mac: boolean): string {
  return chord
    .split('+')
    .map((part) =>
      part === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (words[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    )
    .join(' ');
}
