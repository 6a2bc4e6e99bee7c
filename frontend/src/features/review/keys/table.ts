/**
 * The key table. Lower case works on rows and groups; Shift reverses, or works on the text. `Mod` is Ctrl, on a Mac ⌘.
 * Scopes are looked through from the innermost out; within a scope a key means one thing. `everywhere`: in fields too.
 */

export type Scope = 'proposal' | 'caret' | 'paper' | 'talk' | 'rows' | 'post_edit' | 'view' | 'all' | 'everywhere';

export interface KeyAction {
  id: string;
  scope: Scope;
  section: string;
  label: string;
  keys: readonly string[];
  /** Only where the pair is of this kind. */
  only?: 'bitext' | 'paper_talk';
}

const rows = 'Move between rows';
const decide = 'Decide';
const chips = 'Chips';
const group = 'Group and text';
const talk = 'Paper and talk';
const helper = 'Helper';
const proposal = 'Realign proposal';

export const actions = [
  { id: 'next', scope: 'rows', section: rows, label: 'next row', keys: ['j', 'ArrowDown'] },
  { id: 'previous', scope: 'rows', section: rows, label: 'previous row', keys: ['k', 'ArrowUp'] },
  { id: 'extend_down', scope: 'rows', section: rows, label: 'extend the selection down', keys: ['Shift+ArrowDown'] },
  { id: 'extend_up', scope: 'rows', section: rows, label: 'extend the selection up', keys: ['Shift+ArrowUp'] },
  { id: 'page_down', scope: 'rows', section: rows, label: 'a screen down', keys: ['PageDown'] },
  { id: 'page_up', scope: 'rows', section: rows, label: 'a screen up', keys: ['PageUp'] },
  { id: 'first', scope: 'rows', section: rows, label: 'first row', keys: ['Mod+Home'] },
  { id: 'last', scope: 'rows', section: rows, label: 'last row', keys: ['Mod+End'] },
  { id: 'next_unreviewed', scope: 'rows', section: rows, label: 'next unreviewed', keys: ['u'] },
  { id: 'previous_unreviewed', scope: 'rows', section: rows, label: 'previous unreviewed', keys: ['Shift+u'] },
  { id: 'next_weak', scope: 'rows', section: rows, label: 'next weak', keys: ['w'] },
  { id: 'previous_weak', scope: 'rows', section: rows, label: 'previous weak', keys: ['Shift+w'] },
  { id: 'next_not11', scope: 'rows', section: rows, label: 'next not 1:1', keys: ['n'] },
  { id: 'previous_not11', scope: 'rows', section: rows, label: 'previous not 1:1', keys: ['Shift+n'] },
  { id: 'go_to', scope: 'view', section: rows, label: 'go to a row or time', keys: ['g'] },
  { id: 'search', scope: 'view', section: rows, label: 'search and filter', keys: ['/'] },

  { id: 'accept_next', scope: 'rows', section: decide, label: 'accept, next', keys: ['Enter'] },
  { id: 'accept_stay', scope: 'rows', section: decide, label: 'accept, stay', keys: ['Shift+Enter'] },
  { id: 'to_proposed', scope: 'rows', section: decide, label: 'back to proposed', keys: ['Backspace'] },
  { id: 'align_yes', scope: 'rows', section: decide, label: 'good_align yes', keys: ['a'] },
  { id: 'align_no', scope: 'rows', section: decide, label: 'good_align no', keys: ['Shift+a'] },
  { id: 'mt_yes', scope: 'rows', section: decide, label: 'good_mt yes', keys: ['t'] },
  { id: 'mt_no', scope: 'rows', section: decide, label: 'good_mt no', keys: ['Shift+t'] },
  { id: 'tags', scope: 'rows', section: decide, label: 'error tags', keys: ['q'] },
  { id: 'null', scope: 'rows', section: decide, label: 'null, with a reason', keys: ['d'] },
  { id: 'flag', scope: 'rows', section: decide, label: 'flag', keys: ['f'] },
  { id: 'unflag', scope: 'rows', section: decide, label: 'unflag', keys: ['Shift+f'] },
  { id: 'post_edit', scope: 'rows', section: decide, label: 'post-edit', keys: ['e', 'F2'] },
  { id: 'realign', scope: 'rows', section: decide, label: 'realign around reviewed', keys: ['r'] },
  { id: 'submit', scope: 'all', section: decide, label: 'submit the review', keys: ['Mod+Shift+Enter'] },

  { id: 'chip_left', scope: 'rows', section: chips, label: 'previous chip', keys: ['ArrowLeft'] },
  { id: 'chip_right', scope: 'rows', section: chips, label: 'next chip', keys: ['ArrowRight'] },
  { id: 'chip_first', scope: 'rows', section: chips, label: 'first chip', keys: ['Home'] },
  { id: 'chip_last', scope: 'rows', section: chips, label: 'last chip', keys: ['End'] },
  { id: 'move_up', scope: 'rows', section: chips, label: 'to the row above', keys: ['Shift+k', 'Alt+ArrowUp'] },
  { id: 'move_down', scope: 'rows', section: chips, label: 'to the row below', keys: ['Shift+j', 'Alt+ArrowDown'] },
  { id: 'remove', scope: 'rows', section: chips, label: 'remove, put back', keys: ['x', 'Delete'] },
  { id: 'restore', scope: 'rows', section: chips, label: 'put back', keys: ['Shift+x'] },
  { id: 'own_row', scope: 'rows', section: chips, label: 'to a row of its own', keys: ['o'], only: 'bitext' },
  { id: 'borrow', scope: 'rows', section: chips, label: 'borrow a neighbour', keys: ['b'] },
  { id: 'swap', scope: 'rows', section: chips, label: 'swap targets with next row', keys: ['v'], only: 'bitext' },

  { id: 'merge', scope: 'rows', section: group, label: 'merge with the next row', keys: ['m'] },
  { id: 'split', scope: 'rows', section: group, label: 'split the row here', keys: ['s'] },
  { id: 'join_text', scope: 'rows', section: group, label: 'join text with next chip', keys: ['Shift+m'] },
  { id: 'caret', scope: 'rows', section: group, label: 'split text at the caret', keys: ['Shift+s'] },
  { id: 'caret_left', scope: 'caret', section: group, label: 'caret left', keys: ['ArrowLeft'] },
  { id: 'caret_right', scope: 'caret', section: group, label: 'caret right', keys: ['ArrowRight'] },
  { id: 'caret_split', scope: 'caret', section: group, label: 'split here', keys: ['Enter'] },
  { id: 'caret_leave', scope: 'caret', section: group, label: 'leave the text whole', keys: ['Escape'] },

  {
    id: 'proposal_take',
    scope: 'proposal',
    section: proposal,
    label: 'take, accept, next',
    keys: ['Enter'],
  },
  { id: 'proposal_leave', scope: 'proposal', section: proposal, label: 'leave the row as it is', keys: ['Backspace'] },
  {
    id: 'proposal_take_rest',
    scope: 'proposal',
    section: proposal,
    label: 'take all that are left',
    keys: ['Shift+Enter'],
  },
  { id: 'proposal_leave_rest', scope: 'proposal', section: proposal, label: 'leave the rest', keys: ['Escape'] },

  { id: 'save_next', scope: 'post_edit', section: 'Post-edit', label: 'save, next row', keys: ['Mod+Enter'] },
  { id: 'close_draft', scope: 'post_edit', section: 'Post-edit', label: 'close, keep the draft', keys: ['Escape'] },

  { id: 'candidate_1', scope: 'talk', section: talk, label: 'take candidate 1', keys: ['1'], only: 'paper_talk' },
  { id: 'candidate_2', scope: 'talk', section: talk, label: 'take candidate 2', keys: ['2'], only: 'paper_talk' },
  { id: 'candidate_3', scope: 'talk', section: talk, label: 'take candidate 3', keys: ['3'], only: 'paper_talk' },
  { id: 'candidate_4', scope: 'talk', section: talk, label: 'take candidate 4', keys: ['4'], only: 'paper_talk' },
  { id: 'candidate_5', scope: 'talk', section: talk, label: 'take candidate 5', keys: ['5'], only: 'paper_talk' },
  { id: 'no_sentence', scope: 'talk', section: talk, label: 'no sentence', keys: ['0'], only: 'paper_talk' },
  { id: 'to_paper', scope: 'talk', section: talk, label: 'to the paper', keys: ['ArrowRight'], only: 'paper_talk' },
  {
    id: 'paper_next',
    scope: 'paper',
    section: talk,
    label: 'next sentence',
    keys: ['ArrowDown', 'j'],
    only: 'paper_talk',
  },
  {
    id: 'paper_previous',
    scope: 'paper',
    section: talk,
    label: 'previous sentence',
    keys: ['ArrowUp', 'k'],
    only: 'paper_talk',
  },
  {
    id: 'paper_back',
    scope: 'paper',
    section: talk,
    label: 'back to the talk',
    keys: ['ArrowLeft', 'Escape'],
    only: 'paper_talk',
  },
  {
    id: 'paper_choose',
    scope: 'paper',
    section: talk,
    label: 'choose the sentence',
    keys: ['Enter'],
    only: 'paper_talk',
  },
  {
    id: 'unfold',
    scope: 'talk',
    section: talk,
    label: 'unfold the whole paper, fold',
    keys: ['.'],
    only: 'paper_talk',
  },

  { id: 'play', scope: 'rows', section: 'Recording', label: 'play, pause', keys: ['p'] },
  { id: 'play_other', scope: 'rows', section: 'Recording', label: 'play the other side', keys: ['Shift+p'] },

  { id: 'context', scope: 'view', section: helper, label: 'context and why', keys: ['i'] },
  {
    id: 'offline_column',
    scope: 'view',
    section: helper,
    label: 'offline translation as a column',
    keys: ['Shift+i'],
    only: 'bitext',
  },
  { id: 'history', scope: 'view', section: helper, label: 'history of the row', keys: ['h'] },
  { id: 'comments', scope: 'view', section: helper, label: 'comment', keys: ['c'] },
  { id: 'guidelines', scope: 'view', section: helper, label: 'guidelines', keys: ['l'] },
  {
    id: 'summary',
    scope: 'view',
    section: helper,
    label: 'the summary as it changes',
    keys: ['y'],
    only: 'paper_talk',
  },
  { id: 'escape', scope: 'view', section: helper, label: 'innermost, then the rows', keys: ['Escape'] },

  { id: 'undo', scope: 'view', section: 'History', label: 'undo', keys: ['z'] },
  { id: 'redo', scope: 'view', section: 'History', label: 'redo', keys: ['Shift+z'] },
  { id: 'undo_too', scope: 'all', section: 'History', label: 'undo as well', keys: ['Mod+z'] },
  { id: 'redo_too', scope: 'all', section: 'History', label: 'redo as well', keys: ['Mod+Shift+z', 'Mod+y'] },
  { id: 'show_saved', scope: 'everywhere', section: 'History', label: 'show what is saved', keys: ['Mod+s'] },
  { id: 'keys', scope: 'view', section: 'Anywhere', label: 'this list', keys: ['?'] },
] as const satisfies readonly KeyAction[];

export type ActionId = (typeof actions)[number]['id'];

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
  ...['t', 'n', 'w', 'l', 'd', 'f', 'p', 'r', 'j', 'k', 'h'].map((key) => `Mod+${key}`),
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
