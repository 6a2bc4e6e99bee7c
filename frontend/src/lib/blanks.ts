/**
 * Blanks of a text as the server knows them (Python's `str.strip` and `str.split`). Those of JavaScript are others: it takes
 * a byte order mark for one, and neither NEL (U+0085) nor the separators of information (U+001C to U+001F). The cases
 * of tests/contract/ (pages, segment_texts) hold them to the server’s.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const blank = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const blanks = new RegExp(`${blank.source}+`);

/** Without blanks at its ends. */
export function stripped(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.test(text.charAt(start))) start += 1;
  while (end > start && blank.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Its words with one space between them. */
export function spacedOnce(text: string): string {
  return text.split(blanks).filter(Boolean).join(' ');
}

/** Whether a text that is typed is one that a page shows: browsers show blanks in a row as one space. */
export function isAsShown(typed: string, shown: string): boolean {
  return spacedOnce(typed) === spacedOnce(shown);
}
