/** Where the rows that a person left for later are kept: on this device. */

import { store, stored } from '@/lib/stored';

const keyOf = (review: number, person: number) => `lectern.skipped.${review}.${person}`;

export function loadSkipped(review: number, person: number): ReadonlySet<string> {
  const kept = stored(keyOf(review, person));
  return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
}

export function storeSkipped(review: number, person: number, rows: readonly string[]): void {
  store(keyOf(review, person), rows.length > 0 ? rows : undefined);
}
