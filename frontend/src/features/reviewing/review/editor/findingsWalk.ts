/** From finding to finding, taking one as right, and the list of them before submitting. */

import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { type Finding, findingsOf, openFindings } from '../model/findings';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';
import type { Command, Editor } from './editor';
import { readOnly } from './state';

export function findingsHere({ state }: Editor): readonly Finding[] {
  return findingsOf(state.doc, state.info.labels);
}

/** To the next row that has any, around the end; in the post-edit, to its post-edit. */
function walk(by: 1 | -1): Command {
  return (editor) => {
    const { doc, active, opened } = editor.state;
    const open = openFindings(findingsHere(editor));
    const rows = new Set(open.flatMap((finding) => finding.rows));
    if (rows.size === 0) return editor.say('Nothing found.');
    const order = by > 0 ? doc.order : [...doc.order].reverse();
    const at = active ? order.indexOf(active) : -1;
    const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => rows.has(id));
    if (next) showFinding(editor, next, opened?.part === 'post_edit');
  };
}

export function showFinding(editor: Editor, row: string, inPostEdit = false): void {
  editor.moveTo(row, null);
  editor.set({ scroll: editor.scrolled('centre'), focus: editor.state.focus + 1 });
  if (inPostEdit && readOnly(editor.state) === null) editor.set({ opened: { row, part: 'post_edit' } });
  const here = openFindings(findingsHere(editor)).filter(({ rows }) => rows.includes(row));
  editor.say(here.map(({ text }) => text).join(' '));
}

/** Keeps with the row that what was found is right as it is, until its text changes; or takes that back. */
export function settleFinding(editor: Editor, { rows, check, isSettled }: Finding): void {
  const [row] = rows;
  if (!row || check === null) return editor.say('Only an edit settles this.');
  const { doc } = editor.state;
  const text = rowOf(doc, row).post_edit ?? sideText(doc, rowOf(doc, row), 'target');
  if (editor.do(gestures.override(doc, row, text, check, !isSettled)))
    editor.say(isSettled ? 'Asked again.' : 'Right as it is.');
}

export const findingCommands = {
  next_finding: walk(1),
  previous_finding: walk(-1),
  findings: (editor) => editor.set({ helper: 'findings', helperOpen: true }),
} as const satisfies Partial<Record<ActionId, Command>>;
