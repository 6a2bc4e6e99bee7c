/** What the page shows, in one place. `Editor` writes it, and `Exchange` what became of edits. */

import type { Bindings, KeySettings } from '../keys/dispatch';
import type { Corrections } from '../model/corrections';
import type { Doc } from '../model/document';
import type { Facts, View } from '../model/filters';
import type { Glossary } from '../model/glossary';
import type { Operation, Realignment, ReviewInfo, Row, Side } from '../model/types';
import type { QueueState } from '../sending/state';
import type { Comfort } from './comfort';
import type { Doing } from './transport';

export type HelperTab = 'context' | 'history' | 'comments' | 'guidelines' | 'summary' | 'concordance' | 'findings';
export type DialogName =
  | 'keys'
  | 'submit'
  | 'conflict'
  | 'turn_back'
  | 'aside'
  | 'sign_in'
  | 'accept_many'
  | 'find_replace'
  | 'correct'
  | 'page';

export interface Caret {
  row: string;
  chip: string;
  /** Places where the text may be cut, in code points from the start of the chip. */
  stops: readonly number[];
  /** Index into `stops`. */
  at: number;
}

export interface Opened {
  row: string;
  part: 'post_edit' | 'tags' | 'labels';
  /** The own label whose values are asked for. */
  label?: string;
}

/** What a person chose in a conflict; for a while the other text can be taken instead. */
export interface Decided {
  kept: 'mine' | 'theirs';
  /** What the person had done. */
  operation: Operation;
  /** The row as it had been saved; undefined where it is gone. */
  theirs: Row | undefined;
  /** Whose text that is: null for one's own, of another page. */
  who: string | null;
  savedAt: string | null;
  /** The edit that an undo would turn back just after the choice. */
  top: string | undefined;
}

export interface EditorState {
  info: ReviewInfo;
  doc: Doc;
  facts: Facts;
  view: View;
  /** Ids of the rows shown, in order. Rows stay until the view is chosen again, so that none vanishes during work. */
  visible: readonly string[];
  /** Rows that match the view; null when there is no filter. The others are neighbours, shown dim. */
  matched: ReadonlySet<string> | null;
  active: string | null;
  chip: string | null;
  /** The other end of the selection; null when only the active row is meant. */
  anchor: string | null;
  /** Rows selected one by one or all at once, instead of a stretch; null when there are none. */
  picked: ReadonlySet<string> | null;
  /** Rows confirmed in a second pass, which goes through all rows again in order; null in the first pass. */
  again: ReadonlySet<string> | null;
  caret: Caret | null;
  opened: Opened | null;
  reasonMenu: string | null;
  /** Where the menu of the active row is open, in pixels of the window. */
  menu: { x: number; y: number } | null;
  helper: HelperTab;
  helperOpen: boolean;
  /** What the concordance looks for; `focus`: its field is to take the focus. */
  concordance: { text: string; focus: boolean };
  /** A text that is to stand in the post-edit field of a row, where the field’s own undo can remove it again. */
  insertion: { row: string; text: string } | null;
  dialog: DialogName | null;
  decided: Decided | null;
  /** How many things there are to look at before submitting; null until somebody has looked. */
  nFindings: number | null;
  /** Rows that the person left for later, on this device. */
  skipped: ReadonlySet<string>;
  /** A chip that was cut, to be pasted into another row; it stays where it is until then. */
  cut: string | null;
  /** A chip that is to go to the row whose number is typed. */
  moving: string | null;
  /** Rows that the post-edit of `row` may be repeated in: the person is asked. */
  repeats: { row: string; rows: readonly string[] } | null;
  /** What the dialog asks about: an undo or redo that would submit or reopen the review. */
  turning: 'undo' | 'redo';
  /** The unit whose imported text the dialog corrects. */
  correcting: { side: Side; unit: number } | null;
  corrections: Corrections;
  queue: QueueState;
  /** Operations of this review that the server has. */
  total: number;
  /** Rows with an edit the server does not have yet. */
  unsent: ReadonlySet<string>;
  clashing: ReadonlySet<string>;
  /** Announced politely to screen readers, and shown in the footer. */
  notice: { text: string; tone: 'quiet' | 'warn'; n: number };
  /** What only screen readers are told: the others see it. */
  announced: { text: string; n: number };
  /** How many rows the person has decided in this page, less those that they have undone. */
  nDecided: number;
  /** A question about the row just labelled: bad alignment, yet good_mt. */
  contradiction: string | null;
  drafts: ReadonlyMap<string, string>;
  /** The other text, next to the editor, while somebody resolves a conflict from both. */
  theirs: { row: string; text: string } | null;
  linear: boolean;
  comfort: Comfort;
  keys: KeySettings;
  /** Asks the grid to put the active row in view: `third` from the top after an edit, `near` when walking. */
  scroll: { n: number; how: 'near' | 'third' | 'centre' | 'pointer' };
  /** The grid takes the focus when this rises. */
  focus: number;
  /** Row that the summary was before the last edit is compared with. */
  before: Doc | null;
  /** The glossary of the document, once it is here: what is drawn with it is drawn anew. */
  glossary: Glossary | null;
  /** What the engine proposes around the reviewed rows; rows keep their keys until one steps through it. */
  realigning: Realignment | 'running' | null;
  /** How far a worker is with it. */
  realigned: Doing | null;
  stepping: boolean;
  /** Step of the guided tour; null when it is not on. */
  tour: number | null;
  paperCursor: number | null;
  /** What the paper is searched for; null while nobody does. */
  paperQuery: string | null;
  unfolded: boolean;
}

export type { Bindings };

/** Why nothing can be changed here, in words for the person; null where edits are taken. */
export function readOnly({ info, doc }: Pick<EditorState, 'info' | 'doc'>): string | null {
  if (info.superseded_by !== null) return 'A newer version of this text was imported. Continue in the new review.';
  if (!info.can_edit) return 'You can view this review but not change it.';
  if (doc.state !== 'submitted') return null;
  return info.can_reopen
    ? 'Submitted, read-only. Reopen it to make changes.'
    : 'This pair is adjudicated. Only an adjudicator can reopen a review of it.';
}

/** A sentence for the person, in place of the one before. */
export function noticeOf(state: Pick<EditorState, 'notice'>, text: string, tone: EditorState['notice']['tone']) {
  return { notice: { text, tone, n: state.notice.n + 1 } };
}

/** Whether a menu is open, or has been asked for and is about to take the focus. */
export function menuOpen({ reasonMenu, menu, opened }: Pick<EditorState, 'reasonMenu' | 'menu' | 'opened'>): boolean {
  return reasonMenu !== null || menu !== null || opened?.part === 'tags' || opened?.label !== undefined;
}
