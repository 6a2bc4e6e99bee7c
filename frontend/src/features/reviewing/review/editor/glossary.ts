/** The glossary of the project: loading it, and writing its renderings into the post-edit field. */

import { rowOf } from '../model/document';
import { factsOf } from '../model/filters';
import { written } from '../model/glossary';
import { sideText } from '../model/text';
import type { Editor } from './editor';
import { editedText } from './postEdit';

/** Asks for the terms of a bitext's languages, once; the code that finds them is loaded where there are any. */
export async function loadGlossary(editor: Editor, isGone: () => boolean): Promise<void> {
  const { info, doc } = editor.state;
  if (doc.kind !== 'bitext' || doc.terms.glossary || !doc.sourceLanguage || !doc.targetLanguage) return;
  const languages = { source: doc.sourceLanguage, target: doc.targetLanguage };
  const terms = await editor.transport.terms(info.project.slug, languages);
  if (terms.length === 0 || isGone()) return;
  const { glossaryOf } = await import('../terms');
  if (isGone()) return;
  const glossary = glossaryOf(terms);
  doc.terms.glossary = glossary;
  // Which rows have warnings is another question now: what was counted by the old one is counted anew.
  editor.set({ glossary, facts: factsOf(editor.state.doc, editor.state.info.labels) });
  const { view } = editor.state;
  if (view.filters.includes('warned') && view.query === '') editor.setView(view);
}

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
