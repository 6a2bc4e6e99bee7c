/** Rows on the clipboard. */

import { putOnClipboard } from '@/lib/clipboard';
import { plural } from '@/lib/format';
import { rowWords } from '@/ui/kinds';
import type { ActionId } from '../keys/table';
import { type Doc, numberOf, rowOf } from '../model/document';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import type { Command } from './editor';
import { selected } from './view';

function copy(written: (doc: Doc, ids: readonly string[]) => string, as: string): Command {
  return (editor) => {
    const rows = selected(editor.state);
    if (rows.length === 0) return;
    const what = plural(rows.length, ...rowWords[editor.state.doc.kind]);
    putOnClipboard(written(editor.state.doc, rows)).then(
      () => editor.say(`Copied ${what}${as}.`),
      () => editor.say('The browser did not let the page copy. Select the text and copy it yourself.', 'warn'),
    );
  };
}

export const copyCommands = {
  copy: copy(rowsAsText, ''),
  copy_table: copy(rowsAsTable, ' as a table'),
} as const satisfies Partial<Record<ActionId, Command>>;

/** Whether text is selected with the mouse: then Ctrl C copies that. */
export function hasSelectedText(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

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
