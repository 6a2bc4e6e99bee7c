import { nothingPending, type Pending, pendingCount } from './model';

/**
 * Pending answers on this device, by link. The key holds the token's end only: whoever reads the storage of a shared
 * computer must not find a working link.
 */
const keyOf = (token: string) => `lectern-rate-${token.slice(-16)}`;

export function readPending(token: string): Pending {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null');
    return isPending(stored) ? stored : nothingPending;
  } catch {
    return nothingPending;
  }
}

/**
 * Changes what is kept, read anew each time: another window of this browser may have answers there, which are its own
 * to send. False when this browser keeps nothing.
 */
export function changePending(token: string, change: (pending: Pending) => Pending): boolean {
  try {
    const pending = change(readPending(token));
    if (pendingCount(pending) === 0) localStorage.removeItem(keyOf(token));
    else localStorage.setItem(keyOf(token), JSON.stringify(pending));
    return true;
  } catch {
    return false;
  }
}

function isPending(value: unknown): value is Pending {
  return typeof value === 'object' && value !== null && 'answers' in value && typeof value.answers === 'object';
}
