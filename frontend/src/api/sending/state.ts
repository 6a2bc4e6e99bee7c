/** The state of unsent edits, as the page shows it, and what a failed request means for them. */

import type { ApiError } from '../client';
import type { Sendable, Storage } from './storage';

/** Why waiting edits are not sent now. The first two end by themselves, the others need somebody to act. */
export type Trouble =
  | { kind: 'offline' }
  | { kind: 'busy'; retryAt: number }
  | { kind: 'signed_out'; since: number }
  | { kind: 'submitted' }
  | { kind: 'superseded'; by: number }
  | { kind: 'closed'; detail: string };

/** Troubles in which retrying automatically does not help. */
export const held: readonly Trouble['kind'][] = ['signed_out', 'submitted', 'superseded', 'closed'];

export interface Refusal<O extends Sendable> {
  operation: O;
  detail: string;
}

/** An edit that the server failed on, kept here until the person retries or discards it. */
interface SetAside<O extends Sendable> {
  operation: O;
  detail: string;
}

export interface Conflict<O extends Sendable, Body> {
  operation: O;
  body: Body;
  madeAt: number;
  /** Acknowledged since the page was opened, when the conflict came up. */
  savedBefore: number;
}

export interface QueueState<O extends Sendable, Body> {
  /** Not yet acknowledged, in order; without those that are parked or set aside. */
  waiting: readonly O[];
  parked: readonly O[];
  aside: readonly SetAside<O>[];
  sending: number;
  trouble: Trouble | null;
  /** What the server rejected, until the person has read why. */
  refused: readonly Refusal<O>[];
  conflict: Conflict<O, Body> | null;
  /** Whether the waiting edits would survive closing the page. */
  durable: boolean;
  /** Whether the device has confirmed or refused everything. */
  written: boolean;
  savedAt: number | null;
  /** Acknowledged since the page was opened. */
  saved: number;
}

export function startState<O extends Sendable, Body>(storage: Storage<O>): QueueState<O, Body> {
  return {
    waiting: [],
    parked: [],
    aside: [],
    sending: 0,
    trouble: null,
    refused: [],
    conflict: null,
    durable: storage.durable,
    written: true,
    savedAt: null,
    saved: 0,
  };
}

/** What a failed request means for the edits that are waiting. */
type Failure =
  /** Someone else changed a row of one of them: a person decides. */
  | 'conflict'
  /** Nobody is signed in, or someone else than who made them. */
  | 'signed_out'
  /** The review has been submitted; they are accepted once it is open again. */
  | 'submitted'
  /** The review is gone, or no longer this person's to change: nothing is wrong with the edits. */
  | 'closed'
  /** A newer version of the texts was imported: the review continues in another. */
  | 'superseded'
  /** The same may succeed later. */
  | 'again'
  /** No answer came: the connection or the server is down, or one of them kills the process that handles it. */
  | 'unanswered'
  /** The server answered, and failed: either it is in trouble, or it cannot process one of them. */
  | 'fault'
  /** An undo of what has been undone already, or a redo of what has been redone. */
  | 'idle'
  /** One of them will never be accepted. */
  | 'refused';

/** The server reports that it cannot work now: database unavailable (503), disk full (507). */
const unavailable = [503, 507];

export function failureOf(error: ApiError): Failure {
  if (error.status === 409 && error.code === 'conflict') return 'conflict';
  if (error.signedOut || error.code === 'someone_else') return 'signed_out';
  if (error.code === 'submitted') return 'submitted';
  if (error.code === 'superseded') return 'superseded';
  if (error.code === 'nothing_to_do') return 'idle';
  if (error.status === 0) return 'unanswered';
  if (error.status >= 500 && !unavailable.includes(error.status)) return 'fault';
  if (error.transient || error.status === 408) return 'again';
  if ([403, 404, 410].includes(error.status)) return 'closed';
  return 'refused';
}
