/** Finding and replacing in many texts: what is asked, what comes back, and the work itself. */

export interface Job {
  source: string;
  /** Without `g` and `y`: every match of a text counts. */
  flags: string;
  texts: readonly string[];
  /** null: only to find. `$1`, `$<name>` and `$&` stand for what was found, in a regular expression only. */
  replacement: string | null;
  literal: boolean;
}

export interface Found {
  /** Index into the texts. */
  at: number;
  /** The text after replacing; as it was where there is nothing to replace with. */
  text: string;
  /** How many places match. */
  n: number;
}

export function runJob({ source, flags, texts, replacement, literal }: Job): Found[] {
  const expression = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
  const matches: Found[] = [];
  texts.forEach((text, at) => {
    let n = 0;
    for (const _ of text.matchAll(expression)) n += 1;
    if (n === 0) return;
    const by = replacement === null ? null : literal ? () => replacement : replacement;
    matches.push({ at, n, text: by === null ? text : text.replace(expression, by as string) });
  });
  return matches;
}

/** A text as an expression that finds it and nothing else. */
export function literalSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
