/** The post-edit of a row: what its field shows, what is put into it, and saving it. */

import type { CheckName } from '../model/checks';
import { type Doc, neighbour, numberOf, rowOf } from '../model/document';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { written } from '../model/glossary';
import { sideText } from '../model/text';
import { offerToRepeat } from './carrying';
import { draftOf } from './drafts';
import type { Editor } from './editor';
import { activate } from './navigation';
import type { EditorState } from './state';

/** What the field of a row shows: the draft, else what was saved, else the aligned text. */
export function editedText(state: EditorState, row: string): string {
  return draftOf(state, row) ?? rowOf(state.doc, row).post_edit ?? alignedText(state.doc, row);
}

export function alignedText(doc: Doc, row: string): string {
  return sideText(doc, rowOf(doc, row), 'target');
}

/** Saves the post-edit and moves on; the row counts as accepted, since the person has just read it. */
export function savePostEdit(editor: Editor): void {
  const { doc, opened } = editor.state;
  if (!opened) return;
  const { row } = opened;
  const text = editedText(editor.state, row);
  const gesture = gestures.postEdit(doc, row, text, true);
  if (!doFromDraft(editor, row, gesture)) return;
  editor.set({ opened: null, theirs: null });
  editor.announce(`Saved row ${numberOf(doc, row)}.`);
  offerToRepeat(editor, row);
  const next = neighbour(doc, row, 1);
  const { visible } = editor.state;
  const shown = visible[visible.indexOf(row) + 1] ?? next?.id ?? null;
  activate(editor, shown);
  editor.set({ focus: editor.state.focus + 1, scroll: editor.scrolled('third') });
}

/** Overrides a warning about what the field shows, or restores it. What was typed is saved with it. */
export function overrideWarning(editor: Editor, row: string, check: CheckName, isWrong: boolean): void {
  const gesture = gestures.override(editor.state.doc, row, editedText(editor.state, row), check, isWrong);
  if (doFromDraft(editor, row, gesture)) editor.say(isWrong ? 'Warning overridden.' : 'Warning restored.');
}

function doFromDraft(editor: Editor, row: string, gesture: Gesture): boolean {
  const begun = editor.outdatedBase(row);
  // Nobody has seen here what the row says now, though the page may have shown it: the server answers with both texts.
  if (begun && !isRefusal(gesture))
    gesture.operation.versions = { ...gesture.operation.versions, [row]: begun.version };
  if (!editor.do(gesture)) return false;
  editor.draft(row, null);
  return true;
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
