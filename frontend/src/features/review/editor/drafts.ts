/** Post-edits that were begun and not saved, by row, on this device. */

export class Drafts {
  private readonly texts: Map<string, string>;
  private readonly key: string;

  constructor(review: number, person: number) {
    this.key = `lectern.drafts.${review}.${person}`;
    this.texts = new Map(read(this.key));
  }

  all(): ReadonlyMap<string, string> {
    return new Map(this.texts);
  }

  put(row: string, text: string | null): void {
    if (text === null) this.texts.delete(row);
    else this.texts.set(row, text);
    try {
      // Another tab may have stored drafts of other rows in the meantime.
      const kept = new Map(read(this.key));
      if (text === null) kept.delete(row);
      else kept.set(row, text);
      if (kept.size === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify([...kept]));
    } catch {
      // A draft that cannot be kept is still in the field.
    }
  }
}

function read(key: string): [string, string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
  } catch {
    return [];
  }
}
