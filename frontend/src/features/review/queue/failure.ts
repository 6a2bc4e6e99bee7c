/** What a failed request means for the edits that wait. */

import type { ApiError } from '@/api/client';

export type Failure =
  /** Someone else changed a row of one of them: a person decides. */
  | 'conflict'
  /** Nobody is signed in, or someone else than who made them. */
  | 'signed_out'
  /** The review was submitted meanwhile; they are taken once it is open again. */
  | 'submitted'
  /** The review is gone, or no longer this person's to change: nothing is wrong with the edits. */
  | 'closed'
  /** The same may succeed later. */
  | 'again'
  /** An undo of what was undone already, a redo of what was done again. */
  | 'idle'
  /** One of them will never be taken. */
  | 'refused';

export function failureOf(error: ApiError): Failure {
  if (error.status === 409 && error.code === 'conflict') return 'conflict';
  if (error.signedOut || error.code === 'someone_else') return 'signed_out';
  if (error.code === 'submitted') return 'submitted';
  if (error.code === 'nothing_to_do') return 'idle';
  if (error.transient || error.status === 408) return 'again';
  if ([403, 404, 410].includes(error.status)) return 'closed';
  return 'refused';
}
