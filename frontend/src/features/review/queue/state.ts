/** What is known of the edits on their way to the server, as the page shows it. */

import type { ConflictBody, Operation } from '../model/types';
import type { Storage } from './storage';

/** Why what waits is not sent now. The last three end by what someone does, all others by themselves. */
export type Trouble =
  | { kind: 'offline' }
  | { kind: 'busy'; retryAt: number }
  | { kind: 'signed_out'; since: number }
  | { kind: 'submitted' }
  | { kind: 'closed'; detail: string };

/** Troubles in which asking again by itself is of no use. */
export const held: readonly Trouble['kind'][] = ['signed_out', 'submitted', 'closed'];

export interface Refusal {
  operation: Operation;
  detail: string;
}

export interface Conflict {
  operation: Operation;
  body: ConflictBody;
  madeAt: number;
}

export interface QueueState {
  /** Not yet acknowledged, in order; parked ones are not among them. */
  waiting: readonly Operation[];
  parked: readonly Operation[];
  sending: number;
  trouble: Trouble | null;
  /** What the server will never take, until the person has read why. */
  refused: readonly Refusal[];
  conflict: Conflict | null;
  /** Whether what waits would outlive the page. */
  durable: boolean;
  /** Whether the device has answered for all that it was given to keep. */
  written: boolean;
  savedAt: number | null;
  /** Acknowledged since the page was opened. */
  saved: number;
}

export function startState(storage: Storage): QueueState {
  return {
    waiting: [],
    parked: [],
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
