/** Offsets are code points, as the server counts; JavaScript counts UTF-16 units. */

/** The text between two code point offsets. An emoji would be cut in half by slice. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  // Most text has no astral character, and then both counts agree.
  if (!hasAstral(text)) return text.slice(start, end);
  return [...text].slice(start, end).join('');
}

export function countCodePoints(text: string): number {
  if (!hasAstral(text)) return text.length;
  let n = 0;
  for (const _ of text) n += 1;
  return n;
}

function hasAstral(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdfff) return true;
  }
  return false;
}
