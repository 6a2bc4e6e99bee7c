/** The post-edit of a row: what its field shows, and saving it. */

import type { CheckName } from '../model/checks';
import { type Doc, neighbour, rowOf } from '../model/document';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';
import type { Editor } from './editor';
import { activate } from './navigation';
import type { EditorState } from './state';

/** What the field of a row shows: the draft, else what was saved, else the aligned text. */
export function editedText(state: EditorState, row: string): string {
  return state.drafts.get(row) ?? rowOf(state.doc, row).post_edit ?? alignedText(state.doc, row);
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
