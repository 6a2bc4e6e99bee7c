/** What a person makes of a conflict, and what it takes to turn that round. */

import type { Doc } from '../model/document';
import { newId } from '../model/gesture';
import { sideText } from '../model/text';
import type { LoggedRow, Row } from '../model/types';
import type { Conflict } from '../sending/state';
import type { Editor } from './editor';
import type { Decided } from './state';

/** How long the other text can be had by a key or a button, in milliseconds. */
export const turnedRoundFor = 20_000;

/** Returns whether it could be done. */
export function decide(editor: Editor, choice: 'mine' | 'theirs', theirs: Row | undefined): boolean {
  const { conflict } = editor.state.queue;
  if (!conflict || !editor.exchange.resolve(choice)) return false;
  editor.set({ decided: decidedOf(editor, conflict, choice, theirs) });
  return true;
}

function decidedOf(editor: Editor, { operation, body }: Conflict, kept: Decided['kept'], theirs: Row | undefined) {
  const { reader } = editor.state.info;
  return {
    kept,
    operation,
    theirs,
    who: body.changed_by?.id === reader.id ? null : (body.changed_by?.name ?? 'Someone else'),
    savedAt: body.changed_at ?? null,
    top: editor.state.doc.undoStack.at(-1)?.operation,
  };
}

/** Whether an undo now would be meant for the choice: nothing was edited since, and nothing waits behind it. */
export function isJustDecided({ state }: Editor): boolean {
  const { decided, doc } = state;
  const top = doc.undoStack.at(-1)?.operation;
  return decided !== null && top === decided.top && (decided.kept === 'theirs' || top === decided.operation.id);
}

/** The text that was not kept, in place of the one that was; once something else was edited, History has it. */
export function takeOther(editor: Editor): void {
  const { decided, doc } = editor.state;
  if (!decided || !isJustDecided(editor)) return;
  const { operation, kept } = decided;
  editor.set({ decided: null });
  if (kept === 'mine') {
    editor.turnBack('undo');
    return;
  }
  const versions = Object.fromEntries(
    Object.keys(operation.versions).flatMap((id) => {
      const row = doc.rows.get(id);
      return row ? [[id, row.version]] : [];
    }),
  );
  editor.do({ operation: { ...operation, id: newId(), versions } });
}

/** Mine becomes the draft, theirs stands beside it; their row stays as it is until the draft is saved. */
export function editBoth(editor: Editor, mine: Row, theirs: Row): void {
  const [here, saved] = [mine, theirs].map((row) => textOf(editor.state.doc, row)) as [string, string];
  if (!editor.exchange.resolve('theirs')) return;
  // Begun anew, on the text that stands beside it.
  editor.draft(theirs.id, null);
  editor.draft(theirs.id, here, { version: theirs.version, text: saved });
  editor.set({
    active: theirs.id,
    chip: null,
    theirs: { row: theirs.id, text: saved },
    opened: { row: theirs.id, part: 'post_edit' },
  });
}

/** What a row says: its post-edit, or the text as it was aligned. */
export function textOf(doc: Doc, row: LoggedRow): string {
  return row.post_edit ?? sideText(doc, row, 'target');
}
