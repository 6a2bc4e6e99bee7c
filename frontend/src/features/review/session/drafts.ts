/** Post-edits that were begun and not saved, by row, on this device. */

const keyOf = (review: number) => `lectern.drafts.${review}`;

export class Drafts {
  private readonly texts: Map<string, string>;

  constructor(private readonly review: number) {
    this.texts = new Map(read(keyOf(review)));
  }

  all(): ReadonlyMap<string, string> {
    return new Map(this.texts);
  }

  put(row: string, text: string | null): void {
    if (text === null) this.texts.delete(row);
    else this.texts.set(row, text);
    try {
      if (this.texts.size === 0) localStorage.removeItem(keyOf(this.review));
      else localStorage.setItem(keyOf(this.review), JSON.stringify([...this.texts]));
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
