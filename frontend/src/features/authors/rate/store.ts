/** What is kept on this device until the server has it. */
export interface Kept<Pending> {
  read: () => Pending;
  /**
   * Changes what is kept, read anew each time: another window of this browser may have answers there, which are its own
   * to send. False when this browser keeps nothing.
   */
  change: (how: (pending: Pending) => Pending) => boolean;
  /** How many things are pending. */
  count: (pending: Pending) => number;
}

interface Shape<Pending> {
  nothing: Pending;
  count: (pending: Pending) => number;
  is: (value: object) => boolean;
}

/**
 * By link. The key holds the token's end only: whoever reads the storage of a shared computer must not find a working
 * link.
 */
export function keptOf<Pending>(token: string, { nothing, count, is }: Shape<Pending>): Kept<Pending> {
  const key = `lectern-rate-${token.slice(-16)}`;
  const read = (): Pending => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof stored === 'object' && stored !== null && is(stored) ? (stored as Pending) : nothing;
    } catch {
      return nothing;
    }
  };
  const change = (how: (pending: Pending) => Pending): boolean => {
    try {
      const pending = how(read());
      if (count(pending) === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(pending));
      return true;
    } catch {
      return false;
    }
  };
  return { read, change, count };
}
