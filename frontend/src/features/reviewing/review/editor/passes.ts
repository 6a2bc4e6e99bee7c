/**
 * Where accepting leads. In the first pass it goes to the next row that nobody has reviewed. Whoever accepts a row that
 * is accepted already goes through the talk a second time: then it goes on in order, to the next row that has not been
 * confirmed in this pass, until somebody looks for unreviewed rows again.
 */

import { isMac } from '@/lib/chords';
import { plural } from '@/lib/format';
import { withKeys } from '../keys/sheet';
import { rowOf } from '../model/document';
import type { Editor } from './editor';
import { activate } from './navigation';
import type { EditorState } from './state';
import { seek, selected, tests } from './view';

/** More rows than this are accepted only after a look at what they are. */
export const mostUnasked = 20;

/** The rows confirmed in the second pass once `rows` are accepted; null in the first. */
export function passAfter(state: EditorState, rows: readonly string[]): ReadonlySet<string> | null {
  if (!state.again && !isSecondLook(state, rows)) return null;
  return new Set([...(state.again ?? []), ...rows]);
}

function isSecondLook({ doc }: EditorState, rows: readonly string[]): boolean {
  return rows.every((id) => rowOf(doc, id).status === 'accepted');
}

/** The row after the one that was just accepted; null at the end of the pass. */
function next(state: EditorState): string | null {
  const { again } = state;
  return again ? seek(state, 1, (row) => !again.has(row.id)) : seek(state, 1, tests.unreviewed);
}

export function goOn(editor: Editor): void {
  const following = next(editor.state);
  if (following) {
    activate(editor, following);
    editor.set({ scroll: editor.scrolled('third') });
    return;
  }
  editor.set({ anchor: null });
  editor.say(withKeys(endWords(editor.state), editor.state.keys, isMac()));
}

function endWords(state: EditorState): string {
  const { doc, visible, again } = state;
  if (again) return 'That was the last row of this pass.';
  const left = visible.filter((id) => tests.unreviewed(rowOf(doc, id))).length;
  if (left > 0) return `No unreviewed row below. ${left === 1 ? '1 is' : `${left} are`} left above.`;
  return 'Every row shown is reviewed. {accept_next} goes through them again.';
}

/** What accepting will do here, in words. */
export function acceptWords(state: EditorState): string {
  const rows = selected(state);
  if (rows.length > 1) return `accept ${plural(rows.length, 'row')}`;
  if (state.again) return 'confirm, next in this pass';
  return isSecondLook(state, rows) ? 'confirm, next row' : 'accept, next unreviewed';
}
