/** The API's resources under the names the pages use, as the server answers them. */
import type { components } from './schema';

/**
 * An answer: every field is there. The schema calls a field optional where a request may leave it out, and read-only
 * where a request may not name it; neither matters to who reads.
 */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]-?: Answer<T[Key]> }
    : T;

type Schemas = components['schemas'];

export type Role = Schemas['Role'];
export type DocumentKind = Schemas['DocumentKind'];
export type PairKind = Schemas['PairKind'];
export type RunState = Schemas['RunState'];
export type ReviewState = Schemas['ReviewState'];

export type Person = Answer<Schemas['User']>;
export type Session = Answer<Schemas['Session']>;
export type Project = Answer<Schemas['Project']>;
export type Member = Answer<Schemas['Member']>;
export type Stages = Answer<Schemas['Stages']>;
export type DocumentSummary = Answer<Schemas['DocumentList']>;
export type Document = Omit<Answer<Schemas['Document']>, 'metadata' | 'left_out'> & {
  metadata: Record<string, unknown>;
  left_out: unknown[];
};
export type Section = Answer<Schemas['SectionShape']>;
export type Unit = Omit<Answer<Schemas['UnitShape']>, 'words'>;
export type DocumentUnits = { sections: Section[]; units: Unit[] };
export type Pair = Answer<Schemas['Pair']>;
export type PairDetail = Answer<Schemas['PairDetail']>;
export type Engine = Answer<Schemas['Engine']>;
export type EngineOption = Answer<Schemas['EngineOption']>;
export type Run = Omit<Answer<Schemas['Run']>, 'options' | 'info'> & {
  options: Record<string, unknown>;
  info: Record<string, unknown>;
};
export type ReviewListed = Answer<Schemas['ReviewList']>;
export type Invitation = Answer<Schemas['Invitation']>;
export type RateForm = Answer<Schemas['AuthorView']>;
export type RateSentence = Answer<Schemas['AuthorSentence']>;
export type RateAnswers = Schemas['PatchedAnswerRequest'];
export type TestSet = Answer<Schemas['TestSet']>;

export interface GoldPreview {
  n_rows: number;
  n_reviews: number;
}

export interface ImportProblem {
  severity: 'error' | 'warning';
  message: string;
  line: number | null;
  column: number | null;
  page?: number | null;
  expected: string;
  /** The faulty piece as it stands in the file, from `column` on. */
  text: string;
  /** [line number, text of the line], the faulty line among its neighbours. */
  context: (number | string)[][];
}

export interface LeftOut {
  index: number;
  text: string;
  reason: string;
  line: number | null;
  page: number | null;
  put_back: boolean;
}

export interface PreviewRow {
  title: string;
  source: string[];
  target: string[];
  offline: string[];
}

export interface ImportFile {
  id: number;
  name: string;
  size: number;
  format: string;
  format_label: string;
  kinds: string[];
  language: string;
  languages?: string[];
  n_units: number;
  summary: string;
  /** What else there is to know: "Shift-JIS, read as such", "word times". */
  details?: string[];
  /** Formats that the content may be in, the likeliest first. */
  choices?: { format: string; label: string; kinds: string[] }[];
  /** `rows` for a bitext, `units` for everything else; the first 200. */
  preview: { sections: Section[]; units: Unit[]; rows?: PreviewRow[] };
  left_out: LeftOut[];
  n_left_out?: number;
  problems: ImportProblem[];
  /** The first lines of the file itself. */
  head?: (number | string)[][];
  include: boolean;
  state: 'ready' | 'error' | 'skipped' | 'unrecognised' | 'unchanged';
}

export interface ImportLink {
  file: number;
  to: number;
  relation: 'paper_of' | 'translates' | 'source_of' | 'aligns' | 'times';
  score: number;
  why: string;
  accepted: boolean;
}

export interface ImportBatch {
  id: number;
  state: 'staged' | 'importing' | 'imported' | 'failed' | 'discarded';
  progress: number;
  message: string;
  error: string;
  files: ImportFile[];
  belongs_together: ImportLink[];
}
