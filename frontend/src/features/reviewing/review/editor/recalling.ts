/** Earlier translations in the post-edit field, and words looked up in the concordance. */

import type { ActionId } from '../keys/table';
import { offlineOf, rowOf } from '../model/document';
import type { Command, Editor } from './editor';
import { readOnly } from './state';

/** Of a text that is looked for: the server takes no more. */
export const mostCharacters = 200;

/** Puts a text into the post-edit field of a row, which opens for it; it is saved or left like one that was typed. */
export function insertText(editor: Editor, row: string, text: string): void {
  const refused = readOnly(editor.state);
  if (refused) {
    editor.say(refused, 'warn');
    return;
  }
  const { opened } = editor.state;
  editor.set({
    insertion: { row, text },
    ...(opened?.row === row && opened.part === 'post_edit'
      ? {}
      : { opened: { row, part: 'post_edit' as const }, caret: null, anchor: null, scroll: editor.scrolled('near') }),
  });
}

/** The best earlier translation of the active row's source. The server is asked only now: most rows have none. */
const takeMemory: Command = (editor) => {
  const { active, doc } = editor.state;
  if (!active) return;
  if (doc.kind !== 'bitext') {
    editor.say('Earlier translations are offered in reviews of translations only.', 'warn');
    return;
  }
  editor.transport.memory(active).then(
    ({ rows: [best], n_pending: pending }) => {
      // The answer took its time, and somebody may have gone on.
      if (editor.state.active !== active || !editor.state.doc.rows.has(active)) return;
      if (best) insertText(editor, active, best.translation);
      else if (pending > 0) editor.say('No accepted row with this source was found in the texts indexed so far.');
      else editor.say('No other accepted row has this source.');
    },
    (error: unknown) => editor.say(error instanceof Error ? error.message : String(error), 'warn'),
  );
};

const takeOffline: Command = (editor) => {
  const { active, doc } = editor.state;
  if (!active) return;
  const text = offlineOf(doc, rowOf(doc, active));
  if (text) insertText(editor, active, text);
  else editor.say('This row has no offline translation.', 'warn');
};

/** What is selected with the mouse, or in a field that has the focus. */
function selectedText(): string {
  const at = document.activeElement;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) {
    const { selectionStart, selectionEnd, value } = at;
    return selectionStart === null ? '' : value.slice(selectionStart, selectionEnd ?? undefined);
  }
  return document.getSelection()?.toString() ?? '';
}

/** Looks up the selected words; without any, the tab offers those of the active row. */
const concordance: Command = (editor) => {
  const selected = [...selectedText().split(/\s+/u).join(' ').trim()].slice(0, mostCharacters).join('');
  editor.set({
    helper: 'concordance',
    helperOpen: true,
    concordance: { text: selected || editor.state.concordance.text, focus: true },
  });
  // Its code may have to be loaded first: until then no key that is typed may change the rows.
  queueMicrotask(() => {
    const field = document.querySelector<HTMLElement>('[data-field=concordance]');
    if (!field) document.getElementById('helper-panel')?.focus();
  });
};

export const recallCommands = {
  concordance,
  concordance_here: concordance,
  use_memory: takeMemory,
  use_memory_here: takeMemory,
  use_offline: takeOffline,
} as const satisfies Partial<Record<ActionId, Command>>;
