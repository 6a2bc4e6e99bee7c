/** The queue of a review's operations: see `@/api/sending`. */

import { type QueueHooks as AnyHooks, OperationQueue as AnyQueue } from '@/api/sending/queue';
import type { ConflictBody, Operation, OperationsAnswer } from '../model/types';

export { mostAside, mostFaults, mostUnanswered } from '@/api/sending/queue';

export type QueueHooks = AnyHooks<Operation, OperationsAnswer, ConflictBody>;

export class OperationQueue extends AnyQueue<Operation, OperationsAnswer, ConflictBody> {}
