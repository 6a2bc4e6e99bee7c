/**
 * What this device keeps of the reviews that one person has opened, so that they open again without a network: answers of
 * the server by their addresses, in the browser's cache storage. Signing out, or somebody else signing in, empties it.
 * Browsers have it on secure origins only; elsewhere nothing is kept.
 */

import { store, stored } from './stored';

export const cacheName = 'lectern-reviews';
const personKey = 'lectern-person';

async function opened(): Promise<Cache | null> {
  try {
    return typeof caches === 'undefined' ? null : await caches.open(cacheName);
  } catch {
    return null;
  }
}

/** Keeps an answer; a full disk keeps nothing. */
export async function keepCopy(address: string, answer: Response): Promise<void> {
  await (await opened())?.put(address, answer).catch(() => undefined);
}

export async function readCopy<T>(address: string): Promise<T | null> {
  const answer = await (await opened())?.match(address, { ignoreVary: true });
  return answer ? ((await answer.json()) as T) : null;
}

/** The addresses that copies are kept of, the oldest first. */
export async function copiedAddresses(): Promise<string[]> {
  const requests = (await (await opened())?.keys()) ?? [];
  return requests.map(({ url }) => new URL(url).pathname);
}

export async function dropCopies(addresses: readonly string[]): Promise<void> {
  const cache = await opened();
  await Promise.all(addresses.map((address) => cache?.delete(address, { ignoreVary: true })));
}

/** Who the copies belong to, by what the server said last; null when nobody was signed in. */
export function readPerson<T>(): T | null {
  return (stored(personKey) as T | undefined) ?? null;
}

/** Keeps who is signed in. Whatever was kept of somebody else is removed first. */
export async function keepPerson(person: { id: number } | null): Promise<void> {
  try {
    const before = readPerson<{ id: number }>();
    if (before?.id !== person?.id && typeof caches !== 'undefined') await caches.delete(cacheName);
    store(personKey, person ?? undefined);
  } catch {
    // Storage may be forbidden: then nothing was kept either.
  }
}
