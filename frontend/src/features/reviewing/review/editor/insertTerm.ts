/** Writing the renderings of terms into the post-edit field. */

import { rowOf } from '../model/document';
import { written } from '../model/glossary';
import { sideText } from '../model/text';
import type { Editor } from './editor';
import { editedText } from './postEdit';

/** A rendering where the cursor of the post-edit field is, with spaces around it where the language has them. */
export function insertRendering(editor: Editor, rendering: string): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-scope=post_edit] textarea');
  if (!field || field.readOnly) return;
  field.focus({ preventScroll: true });
  const text = editor.state.doc.spaceless.target ? written(rendering) : spaced(field, written(rendering));
  // Deprecated, and the only way to write into a field so that its own undo knows of it.
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function spaced({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, text: string): string {
  const [before, after] = [value.slice(0, selectionStart).at(-1) ?? '', value[selectionEnd] ?? ''];
  return `${/[\p{L}\p{N}.,;:!?)]/u.test(before) ? ' ' : ''}${text}${/[\p{L}\p{N}(]/u.test(after) ? ' ' : ''}`;
}

export function insertNextTerm(editor: Editor): void {
  const { opened, doc, glossary } = editor.state;
  if (!opened) return;
  const source = sideText(doc, rowOf(doc, opened.row), 'source');
  const missing = glossary?.faults(source, editedText(editor.state, opened.row)).missing ?? [];
  const rendering = missing[0]?.find(({ targets }) => targets.length > 0)?.targets[0];
  if (rendering !== undefined) insertRendering(editor, rendering);
  else if (glossary?.find(source).length) editor.say('All terms of this row are there.');
  else editor.say('No term of the glossary is in this row.');
}
