/** The state of a review's unsent edits: see `@/api/sending`. */

import * as any from '@/api/sending/state';
import type { ConflictBody, Operation } from '../model/types';
import type { Storage } from './storage';

export type QueueState = any.QueueState<Operation, ConflictBody>;
export type Conflict = any.Conflict<Operation, ConflictBody>;

export const startState = (storage: Storage): QueueState => any.startState(storage);
