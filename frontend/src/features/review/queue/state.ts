/** The state of unsent edits, as the page shows it. */

import type { ConflictBody, Operation } from '../model/types';
import type { Storage } from './storage';

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

export interface Refusal {
  operation: Operation;
  detail: string;
}

/** An edit that the server failed on, kept here until the person retries or discards it. */
export interface SetAside {
  operation: Operation;
  detail: string;
}

export interface Conflict {
  operation: Operation;
  body: ConflictBody;
  madeAt: number;
}

export interface QueueState {
  /** Not yet acknowledged, in order; without those that are parked or set aside. */
  waiting: readonly Operation[];
  parked: readonly Operation[];
  aside: readonly SetAside[];
  sending: number;
  trouble: Trouble | null;
  /** What the server rejected, until the person has read why. */
  refused: readonly Refusal[];
  conflict: Conflict | null;
  /** Whether the waiting edits would survive closing the page. */
  durable: boolean;
  /** Whether the device has confirmed or refused everything. */
  written: boolean;
  savedAt: number | null;
  /** Acknowledged since the page was opened. */
  saved: number;
}

export function startState(storage: Storage): QueueState {
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
