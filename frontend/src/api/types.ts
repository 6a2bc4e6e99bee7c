/** The API's resources under the names the pages use. */

export type Role = 'admin' | 'adjudicator' | 'annotator' | 'viewer';
export type DocumentKind = 'paper' | 'transcript' | 'text' | 'slides';
export type PairKind = 'paper_talk' | 'bitext';
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type ReviewState = 'open' | 'submitted' | 'returned';

export interface Person {
  id: number;
  username: string;
  name: string;
}

export interface Page<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

export interface Health {
  status: string;
  version: string;
  /** Workers that answered lately. */
  workers: number;
  jobs_waiting: number;
}

export interface Session {
  user: (Person & { is_admin: boolean }) | null;
  preferences: Record<string, unknown>;
}

export interface Project {
  id: number;
  slug: string;
  name: string;
  description: string;
  guidelines: string;
  role: Role | null;
  error_tags: string[];
  null_reasons: string[];
  counts: Record<string, number>;
}

export interface Member {
  id: number;
  user: Person;
  role: Role;
}

export interface Stages {
  stages: { key: string; label: string; count: number }[];
  stuck: { kind: string; text: string; link: string }[];
}

export interface DocumentSummary {
  id: number;
  kind: DocumentKind;
  title: string;
  language: string;
  n_units: number;
}

export interface PairLink {
  id: number;
  title: string;
  kind: PairKind;
}

export interface Document extends DocumentSummary {
  external_id: string;
  content_hash: string;
  importer: string;
  importer_version: string;
  imported_by: Person | null;
  imported_at: string;
  source_name: string;
  metadata: Record<string, unknown>;
  pairs: PairLink[];
}

export interface Section {
  position: number;
  heading: string;
  number: string;
  kind: string;
}

/** A sentence of a paper, a segment of a transcript. Offsets anywhere are code points in `text`. */
export interface Unit {
  position: number;
  text: string;
  section: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  speaker?: string;
  /** [start, end, start_seconds, end_seconds], for the target of a paper_talk pair. */
  words?: [number, number, number | null, number | null][];
}

export interface DocumentUnits {
  sections: Section[];
  units: Unit[];
}

export interface Pair {
  id: number;
  title: string;
  kind: PairKind;
  source: DocumentSummary;
  target: DocumentSummary;
  latest_run: { id: number; number: number; engine: string; state: RunState; progress: number } | null;
  my_review: { id: number; state: ReviewState; n_done: number; n_rows: number } | null;
  n_reviews: number;
  n_submitted: number;
}

export interface PairDetail extends Pair {
  runs: Run[];
  reviews: Review[];
  invitations: Invitation[];
}

export interface EngineOption {
  name: string;
  type: string;
  default: unknown;
  help: string;
}

export interface Engine {
  name: string;
  label: string;
  available: boolean;
  reason: string;
  options: EngineOption[];
}

export interface Run {
  id: number;
  number: number;
  pair: PairLink;
  engine: string;
  options: Record<string, unknown>;
  signature: string;
  state: RunState;
  /** 0 to 1. */
  progress: number;
  message: string;
  error: string;
  n_links: number | null;
  info: Record<string, unknown>;
  created_by: Person | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  attempts: number;
  worker_alive: boolean;
}

export interface Summary {
  sentences: { position: number; text: string; section: string | number | null; n_words: number; rank: number }[];
  n_words_total: number;
}

export interface ImportProblem {
  severity: 'error' | 'warning';
  message: string;
  line: number | null;
  column: number | null;
  expected: string;
  text: string;
  context: [number, string][];
}

export interface ImportFile {
  id: number;
  name: string;
  size: number;
  format: string;
  format_label: string;
  kinds: DocumentKind[];
  language: string;
  n_units: number;
  summary: string;
  preview: { sections: Section[]; units: Unit[] };
  left_out: (string | { text: string; why?: string })[];
  problems: ImportProblem[];
  include: boolean;
  state: 'ready' | 'error' | 'skipped' | 'unrecognised' | 'unchanged';
}

export interface ImportLink {
  file: number;
  to: number;
  relation: 'paper_of' | 'translates' | 'source_of';
  score: number;
  why: string;
  accepted: boolean;
}

export interface ImportBatch {
  id: number;
  project: string;
  state: 'staged' | 'importing' | 'imported' | 'failed' | 'discarded';
  progress: number;
  files: ImportFile[];
  belongs_together: ImportLink[];
}

export interface ReviewHead {
  operation: string;
  verb: string;
}

export interface Review {
  id: number;
  pair: Pair;
  project: { slug: string; name: string };
  run: { id: number; number: number; engine: string; signature: string } | null;
  annotator: Person;
  state: ReviewState;
  return_reason: string;
  n_rows: number;
  n_done: number;
  revision: number;
  error_tags: string[];
  null_reasons: string[];
  guidelines: string;
  can_edit: boolean;
  undo: ReviewHead | null;
  redo: ReviewHead | null;
}

export interface Chip {
  id: string;
  unit: number;
  start: number;
  end: number;
  removed: boolean;
  joined: boolean;
}

export interface Row {
  id: string;
  position: number;
  version: number;
  source: Chip[];
  target: Chip[];
  status: 'proposed' | 'accepted' | 'implicit';
  good_align: boolean | null;
  good_mt: boolean | null;
  flagged: boolean;
  tags: string[];
  null_reason: string;
  post_edit: string | null;
  confidence: number | null;
  features: Record<string, unknown>;
  verdicts: Record<string, unknown>;
  candidates: { source: number | null; probability: number }[];
  edited: boolean;
  changed_by: number | null;
  changed_at: string;
  n_comments: number;
}

export interface ReviewContent {
  revision: number;
  source_units: Unit[];
  target_units: Unit[];
  sections: Section[];
  offline: string[] | null;
  rows: Row[];
}

export interface RowFields {
  status?: Row['status'];
  good_align?: boolean | null;
  good_mt?: boolean | null;
  flagged?: boolean;
  tags?: string[];
  null_reason?: string;
  post_edit?: string | null;
}

export type Step =
  | { type: 'set'; rows: string[]; fields: RowFields }
  | {
      type: 'regroup';
      groups: { row: string; position?: number; source: string[]; target: string[] }[];
      emptied: string[];
    }
  | { type: 'split_chip'; chip: string; at: number; new_chip: string }
  | { type: 'join_chips'; chips: [string, string] }
  | { type: 'unjoin_chip'; chip: string }
  | { type: 'set_chips'; chips: string[]; removed: boolean }
  | { type: 'reassign'; row: string; source: number[]; chips: string[] }
  | { type: 'submit' }
  | { type: 'reopen' }
  | { type: 'undo'; operation: string }
  | { type: 'redo'; operation: string };

export interface Operation {
  id: string;
  verb: string;
  steps: Step[];
  versions: Record<string, number>;
}

export interface OperationsResult {
  results: { id: string; sequence: number; repeated: boolean }[];
  rows: Row[];
  deleted: string[];
  review: Pick<Review, 'state' | 'revision' | 'n_rows' | 'n_done' | 'undo' | 'redo'>;
}

/** The body of a 409: nothing of `operation` was applied. */
export interface Conflict {
  code: 'conflict';
  detail: string;
  operation: string;
  results: OperationsResult['results'];
  rows: Row[];
  changed_by: { id: number; name: string } | null;
  changed_at: string;
}

export interface HistoryEntry {
  sequence: number;
  id: string;
  verb: string;
  by: { id: number; name: string };
  at: string;
  undone: boolean;
  before: Row[];
  after: Row[];
}

export interface Invitation {
  id: number;
  run: number;
  pair: PairLink;
  /** Absolute or from the root; the only place the token is shown. */
  url: string;
  author_name: string;
  author_email: string;
  n_sentences: number;
  closes_at: string | null;
  revoked: boolean;
  created_at: string;
  n_yes: number;
  n_no: number;
  n_answered: number;
  score: number | null;
  comment: string;
  finished_at: string | null;
  open: boolean;
}

export interface RateSentence {
  id: number;
  rank: number;
  text: string;
  before: string | null;
  section: string | null;
  n_words: number;
  answer: boolean | null;
}

export interface RateForm {
  talk_title: string;
  paper_title: string;
  author_name: string;
  closes_at: string | null;
  open: boolean;
  sentences: RateSentence[];
  score: number | null;
  comment: string;
  finished_at: string | null;
}

export interface RateAnswers {
  answers: Record<string, boolean | null>;
  score?: number | null;
  comment?: string;
  finished?: boolean;
}

export interface RatePaper {
  sections: Section[];
  units: Unit[];
}

export interface TestSet {
  id: number;
  project: string;
  name: string;
  description: string;
  reviews: number[];
  n_rows: number;
  created_at: string;
}

export interface GoldPreview {
  n_rows: number;
  n_reviews: number;
}
