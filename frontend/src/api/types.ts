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
/** What is set, of the filters: null is no limit, what is absent is inherited. */
export type Thresholds = Schemas['Thresholds'];
export type FittedThresholds = Answer<Schemas['Fitted']>;
export type Project = Answer<Schemas['Project']>;
export type Member = Answer<Schemas['Member']>;
export type Stages = Answer<Schemas['Stages']>;
export type Quality = Answer<Schemas['Quality']>;
export type DocumentSummary = Answer<Schemas['DocumentList']>;
export type Document = Omit<Answer<Schemas['Document']>, 'metadata' | 'left_out'> & {
  metadata: Record<string, unknown>;
  left_out: unknown[];
};
export type Section = Answer<Schemas['Section']>;
export type Unit = Omit<Answer<Schemas['Unit']>, 'words'>;
export type DocumentUnit = Unit & { page: number | null };
export type DocumentUnits = { sections: Section[]; units: DocumentUnit[] };
export type Pair = Answer<Schemas['Pair']>;
export type PairDetail = Answer<Schemas['PairDetail']>;
export type Engine = Answer<Schemas['Engine']>;
export type EngineOption = Answer<Schemas['EngineOption']>;
export type Run = Omit<Answer<Schemas['Run']>, 'options' | 'info'> & {
  options: Record<string, unknown>;
  info: Record<string, unknown>;
};
export type PairStage = Schemas['PairStage'];
export type PairFilter = Schemas['PairFilter'];
export type BulkAlignment = Answer<Schemas['BulkAlignment']>;
export type BulkPreview = Answer<Schemas['BulkPreview']>;
export type ReviewListed = Answer<Schemas['ReviewList']>;
export type MemberInvitation = Answer<Schemas['MemberInvitation']>;
export type Account = Answer<Schemas['Account']>;
export type SecondFactor = Answer<Schemas['SecondFactor']>;
export type JoinView = Answer<Schemas['JoinView']>;
export type Invitation = Answer<Schemas['Invitation']>;
export type Defaults = Answer<Schemas['Defaults']>;
export type Ratings = Answer<Schemas['Ratings']>;
export type RateForm = Answer<Schemas['AuthorView']>;
export type RateSentence = Answer<Schemas['AuthorSentence']>;
export type SavedAnswers = Answer<Schemas['SavedAnswers']>;
export type RateAnswers = Schemas['PatchedAnswerRequest'];
export type TestSet = Answer<Schemas['TestSet']>;

export interface GoldPreview {
  n_rows: number;
  n_reviews: number;
}

export type ImportProblem = Answer<Schemas['Problem']>;
export type LeftOut = Answer<Schemas['LeftOut']>;
export type PreviewRow = Answer<Schemas['PreviewRow']>;
export type PreviewUnit = Answer<Schemas['PreviewUnit']>;
export type ImportFile = Answer<Schemas['File']>;
export type ImportedDocument = Answer<Schemas['ImportedDocument']>;
export type ImportedEntry = Answer<Schemas['ImportedEntry']>;
export type DiffLine = Answer<Schemas['DiffLine']>;
export type Pairing = Answer<Schemas['Pairing']>;
export type ImportBatch = Answer<Schemas['Batch']>;
/** What a person says about a file. */
export type FileChange = Partial<Schemas['PatchedChangeFileRequest']>;
