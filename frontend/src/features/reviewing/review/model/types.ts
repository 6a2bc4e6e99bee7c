/**
 * What the review API speaks, from its schema. Offsets are Unicode code points, times are seconds. What is received is
 * immutable; operations are made here and sent as they are.
 */

import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

type Schemas = components['schemas'];

/** At every depth. Tuples are lists here, as openapi-fetch gives them. */
type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

/** What is sent; tuples are lists here as well. */
type Sent<T> = T extends readonly (infer Item)[]
  ? Sent<Item>[]
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> }
    : T;

export type Side = 'source' | 'target';
export type PairKind = Schemas['PairKind'];
export type RowStatus = Schemas['RowStatus'];
export type ReviewState = Schemas['ReviewState'];

/** `words`: stretches of the text with the times at which they were spoken: [start, end) in code points, then seconds. */
export type Unit = Immutable<Schemas['Unit']>;
export type Section = Immutable<Schemas['Section']>;
/** What the filters of a pair go by; null where nothing is judged. */
export type Thresholds = Immutable<Answer<Schemas['Thresholds']>>;

/** A piece of a unit: `start` and `end` are code points of the unit's text, end exclusive. */
export type Chip = Immutable<Schemas['Chip']>;
export type Row = Immutable<Schemas['Row']>;
/** A row as the log keeps it: without what the engine gave, and without comments. */
export type LoggedRow = Immutable<Schemas['LoggedRow']>;
/** What a `set` step may change. */
export type RowFields = Sent<Schemas['RowFieldsRequest']>;

export type Step = Sent<Schemas['StepRequest']>;
export type Group = Sent<Schemas['GroupRequest']>;

/** One gesture: one entry of the history and one undo. `versions`: of each row that it touches, before it. */
export interface Operation extends Pick<Schemas['OperationRequest'], 'id' | 'verb'> {
  steps: Step[];
  versions: Record<string, number>;
  /** The page (tab, device) that made it: only its own edits never conflict with each other. */
  page?: string;
}

export type StackTop = Immutable<Schemas['Undo']>;
export type ReviewInfo = Immutable<Answer<Schemas['Review']>>;
export type Content = Omit<Immutable<Schemas['Content']>, 'thresholds'> & { readonly thresholds: Thresholds };
/** The part of the review that operations move. */
export type ReviewHead = Immutable<Schemas['ReviewCounts']>;
export type OperationsAnswer = Immutable<Schemas['Outcome']>;
/** Of 409: nothing of the operation was applied. `rows` are as they are now. */
export type ConflictBody = Immutable<Answer<Omit<Schemas['Conflict'], 'errors' | 'superseded_by'>>>;
/** Of 409, `superseded`: the review to continue with. */
export type SupersededBody = Required<Pick<Schemas['Conflict'], 'superseded_by'>>;
export type HistoryEntry = Omit<Immutable<Schemas['History']>, 'before' | 'after'> & {
  readonly before: readonly LoggedRow[];
  readonly after: readonly LoggedRow[];
};
export type Comment = Immutable<Schemas['Comment']>;
/** Of an imported text, recorded beside it: `text` should stand in place of [start, end). */
export type Correction = Immutable<Schemas['Correction']>;
/** An accepted row that the concordance or the memory found. */
export type RecalledRow = Immutable<Schemas['RecalledRow']>;
export type Concordance = Immutable<Schemas['Concordance']>;
export type Memory = Immutable<Schemas['Memory']>;
export type MatchedWords = Immutable<Schemas['MatchedWords']>;
/** Taking it is sending its steps. */
export type Proposal = Sent<Schemas['Proposal']>;
export type Realignment = Immutable<Omit<Schemas['Realignment'], 'proposals'>> & {
  readonly proposals: readonly Proposal[];
};
