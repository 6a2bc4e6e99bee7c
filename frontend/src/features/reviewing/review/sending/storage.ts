/** Where the edits of reviews wait on this device: see `@/api/sending`. */

import * as any from '@/api/sending/storage';
import type { Operation } from '../model/types';

export type Storage = any.Storage<Operation>;

export const openStorage = (): Promise<Storage> => any.openStorage('lectern-review');

export class MemoryStorage extends any.MemoryStorage<Operation> {}
