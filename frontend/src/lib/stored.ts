/** What this device keeps by name, as JSON. Storage may be forbidden or full: then nothing is kept. */

/** Undefined where nothing is kept, or what is kept cannot be read. */
export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined removes what is kept. */
export function store(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It holds until the page is closed.
  }
}
