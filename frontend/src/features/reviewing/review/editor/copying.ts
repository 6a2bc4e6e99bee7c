/** Rows on the clipboard. */

import { putOnClipboard } from '@/lib/clipboard';
import { plural } from '@/lib/format';
import type { ActionId } from '../keys/table';
import { rowsAsTable, rowsAsText } from '../model/copied';
import type { Doc } from '../model/document';
import type { Command } from './editor';
import { selected } from './view';

function copy(written: (doc: Doc, ids: readonly string[]) => string, as: string): Command {
  return (editor) => {
    const rows = selected(editor.state);
    if (rows.length === 0) return;
    const what = plural(rows.length, editor.state.doc.kind === 'paper_talk' ? 'span' : 'row');
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
