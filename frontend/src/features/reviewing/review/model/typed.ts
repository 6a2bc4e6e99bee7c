/** Numbers and times that a person types, with an input method too: ３５ and １：２３ are what they look like. */

function plain(text: string): string {
  return text.normalize('NFKC').trim();
}

/** A whole number; null where the text is none. */
export function numberTyped(text: string): number | null {
  return /^\d+$/.test(plain(text)) ? Number(plain(text)) : null;
}

/** Seconds of `01:23` or `83`; null where the text is no time. */
export function secondsTyped(text: string): number | null {
  const parts = plain(text).split(':');
  if (parts.some((part) => !/^\d+(\.\d+)?$/.test(part))) return null;
  return parts.reduce((total, part) => total * 60 + Number(part), 0);
}
