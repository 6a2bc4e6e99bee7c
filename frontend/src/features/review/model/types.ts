/** What the review API speaks (see docs of /api/v1/reviews/). Offsets are Unicode code points, times are seconds. */

export type Side = 'source' | 'target';
export type PairKind = 'bitext' | 'paper_talk';
export type RowStatus = 'proposed' | 'accepted' | 'implicit';
export type ReviewState = 'open' | 'submitted' | 'returned';

/** A stretch of a unit's text with the time it was said at: [start, end) in code points, then seconds. */
export type TimedWord = readonly [start: number, end: number, startSeconds: number, endSeconds: number];

export interface Unit {
  position: number;
  text: string;
  section: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  words?: readonly TimedWord[] | null;
  /** Of a paper: its length in a summary. */
  n_tokens?: number;
  /** Of a talk: where the words begin that its run counts, once for each of their tokens. Code points, ascending. */
  counted?: readonly number[];
}

/** What the filters of a talk go by; null where nothing is judged. */
export interface Thresholds {
  cost_most: number | null;
  alpha_least: number | null;
  gamma_least: number | null;
  gamma_most: number | null;
  eta_least: number | null;
}

export interface Section {
  position: number;
  heading: string;
  number: string;
  kind: string;
}

/** A piece of a unit: `start` and `end` are code points of the unit's text, end exclusive. */
export interface Chip {
  id: string;
  unit: number;
  start: number;
  end: number;
  removed: boolean;
  joined: boolean;
}

export interface Candidate {
  source: number | null;
  probability: number;
}

export interface Row {
  id: string;
  position: number;
  version: number;
  source: readonly Chip[];
  target: readonly Chip[];
  status: RowStatus;
  good_align: boolean | null;
  good_mt: boolean | null;
  flagged: boolean;
  tags: readonly string[];
  null_reason: string;
  post_edit: string | null;
  confidence: number | null;
  features: Readonly<Record<string, unknown>>;
  verdicts: Readonly<Record<string, unknown>>;
  candidates: readonly Candidate[];
  edited: boolean;
  changed_by: number | null;
  changed_at: string | null;
  n_comments: number;
}

export type RowFields = Partial<
  Pick<Row, 'status' | 'good_align' | 'good_mt' | 'flagged' | 'tags' | 'null_reason' | 'post_edit'>
>;

export interface Group {
  row: string;
  position?: number;
  source: readonly string[];
  target: readonly string[];
}

export type Step =
  | { type: 'set'; rows: readonly string[]; fields: RowFields }
  | { type: 'regroup'; groups: readonly Group[]; emptied: readonly string[] }
  | { type: 'split_chip'; chip: string; at: number; new_chip: string }
  | { type: 'join_chips'; chips: readonly [string, string] }
  | { type: 'unjoin_chip'; chip: string }
  | { type: 'set_chips'; chips: readonly string[]; removed: boolean }
  | { type: 'reassign'; row: string; source: readonly number[]; chips: readonly string[] }
  | { type: 'submit'; leave_unreviewed?: boolean }
  | { type: 'reopen' }
  | { type: 'undo'; operation: string }
  | { type: 'redo'; operation: string };

/** One gesture: one entry of the history and one undo. `versions`: of each row it touches, before it. */
export interface Operation {
  id: string;
  verb: string;
  steps: readonly Step[];
  versions: Readonly<Record<string, number>>;
  /** The page (tab, device) that made it: only its own edits never conflict with each other. */
  page?: string;
}

export interface StackTop {
  operation: string;
  verb: string;
}

export interface DocumentSummary {
  id: number;
  title: string;
  language: string;
  kind: string;
  n_units: number;
}

export interface ReviewInfo {
  id: number;
  pair: { id: number; title: string; kind: PairKind; source: DocumentSummary; target: DocumentSummary };
  project: { slug: string; name: string };
  run: { id: number; number: number; engine: string; signature: string };
  annotator: { id: number; name: string };
  /** Who has the page open. */
  reader: { id: number; name: string };
  state: ReviewState;
  return_reason: string;
  n_rows: number;
  n_done: number;
  revision: number;
  error_tags: readonly string[];
  null_reasons: readonly string[];
  guidelines: string;
  /** The review to continue with, once a newer version of the texts was imported; null while this is the current one. */
  superseded_by: number | null;
  can_edit: boolean;
  undo: StackTop | null;
  redo: StackTop | null;
}

export interface Content {
  revision: number;
  source_units: readonly Unit[];
  target_units: readonly Unit[];
  sections: readonly Section[];
  offline: readonly string[] | null;
  /** Recordings that can be played: a file of ours, or an address elsewhere. */
  media?: { source: string | null; target: string | null };
  thresholds?: Thresholds;
  rows: readonly Row[];
}

/** The part of the review that operations move. */
export interface ReviewHead {
  state: ReviewState;
  revision: number;
  n_rows: number;
  n_done: number;
  undo: StackTop | null;
  redo: StackTop | null;
}

export interface OperationsAnswer {
  results: readonly { id: string; sequence: number; repeated: boolean }[];
  rows: readonly Row[];
  deleted: readonly string[];
  review: ReviewHead;
}

export interface ConflictBody {
  code: 'conflict';
  detail: string;
  operation: string;
  results: readonly { id: string; sequence: number; repeated: boolean }[];
  rows: readonly Row[];
  changed_by: { id: number; name: string } | null;
  changed_at: string | null;
}

/** With 409, `superseded`: the review to continue with. */
export interface SupersededBody {
  superseded_by: number;
}

export interface HistoryEntry {
  sequence: number;
  id: string;
  verb: string;
  by: { id: number; name: string } | null;
  at: string;
  undone: boolean;
  before: readonly Row[];
  after: readonly Row[];
}
