/** Rows as they are put on the clipboard: for reading, and for a table. */

import { type Doc, numberOf, rowOf } from './document';
import { sideText } from './text';
import type { Row } from './types';

/** Source, then target, each on a line of its own; a post-edit in place of what it corrects. */
export function rowsAsText(doc: Doc, ids: readonly string[]): string {
  const sides = (row: Row) => [sourceOf(doc, row), row.post_edit ?? sideText(doc, row, 'target')];
  const paragraphs = ids.map((id) => sides(rowOf(doc, id)).filter(Boolean).join('\n'));
  return paragraphs.join('\n\n');
}

/** A line for each row: number, source, target as it was aligned, post-edit. */
export function rowsAsTable(doc: Doc, ids: readonly string[]): string {
  const lines = ids.map((id) => {
    const row = rowOf(doc, id);
    const cells = [String(numberOf(doc, id)), sourceOf(doc, row), sideText(doc, row, 'target'), row.post_edit ?? ''];
    return cells.map(cell).join('\t');
  });
  return `${lines.join('\n')}\n`;
}

function sourceOf(doc: Doc, row: Row): string {
  return sideText(doc, row, 'source');
}

/** On one line, and with an apostrophe before what a spreadsheet would run as a formula, as in exported files. */
function cell(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return /^'*[=+\-@＝＋－＠]/u.test(line) ? `'${line}` : line;
}
