/** What a failed request means for the edits that are waiting. */

import type { ApiError } from '@/api/client';

export type Failure =
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
