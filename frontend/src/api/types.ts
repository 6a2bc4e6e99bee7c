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

export type Schemas = components['schemas'];

/** What the server answers with, by its name in the schema. */
export type Got<Name extends keyof Schemas> = Answer<Schemas[Name]>;

export type Role = Schemas['Role'];
export type DocumentKind = Schemas['DocumentKind'];
export type PairKind = Schemas['PairKind'];
export type RunState = Schemas['RunState'];
export type ReviewState = Schemas['ReviewState'];

export type Person = Got<'User'>;
export type Session = Got<'Session'>;
/** What is set, of the filters: null is no limit, what is absent is inherited. */
export type Thresholds = Schemas['Thresholds'];
export type FittedThresholds = Got<'Fitted'>;
export type Project = Got<'Project'>;
export type Member = Got<'Member'>;
export type Stages = Got<'Stages'>;
export type Quality = Got<'Quality'>;
export type DocumentSummary = Got<'DocumentList'>;
export type Document = Omit<Got<'Document'>, 'metadata' | 'left_out'> & {
  metadata: Record<string, unknown>;
  left_out: unknown[];
};
export type Section = Got<'Section'>;
export type Unit = Omit<Got<'Unit'>, 'words'>;
export type DocumentUnit = Unit & { page: number | null };
export type DocumentUnits = { sections: Section[]; units: DocumentUnit[] };
export type Pair = Got<'Pair'>;
export type PairDetail = Got<'PairDetail'>;
export type Engine = Got<'Engine'>;
export type EngineOption = Got<'EngineOption'>;
export type Run = Omit<Got<'Run'>, 'options' | 'info'> & {
  options: Record<string, unknown>;
  info: Record<string, unknown>;
};
export type PairStage = Schemas['PairStage'];
export type PairFilter = Schemas['PairFilter'];
export type BulkAlignment = Got<'BulkAlignment'>;
export type BulkPreview = Got<'BulkPreview'>;
export type ReviewListed = Got<'ReviewList'>;
export type MemberInvitation = Got<'MemberInvitation'>;
export type Account = Got<'Account'>;
export type SecondFactor = Got<'SecondFactor'>;
export type JoinView = Got<'JoinView'>;
export type Invitation = Got<'Invitation'>;
export type Defaults = Got<'Defaults'>;
export type Ratings = Got<'Ratings'>;
export type RateForm = Got<'AuthorView'>;
export type RateSentence = Got<'AuthorSentence'>;
export type SavedAnswers = Got<'SavedAnswers'>;
export type RateAnswers = Schemas['PatchedAnswerRequest'];
export type TestSet = Got<'TestSet'>;

export interface GoldPreview {
  /** Null while a worker counts them. */
  n_rows: number | null;
  n_reviews: number;
}

export type ImportProblem = Got<'Problem'>;
export type LeftOut = Got<'LeftOut'>;
export type PreviewRow = Got<'PreviewRow'>;
export type PreviewUnit = Got<'PreviewUnit'>;
export type ImportFile = Got<'File'>;
export type ImportedDocument = Got<'ImportedDocument'>;
export type ImportedEntry = Got<'ImportedEntry'>;
export type DiffLine = Got<'DiffLine'>;
export type Pairing = Got<'Pairing'>;
export type ImportBatch = Got<'Batch'>;
/** What a person says about a file. */
export type FileChange = Partial<Schemas['PatchedChangeFileRequest']>;
