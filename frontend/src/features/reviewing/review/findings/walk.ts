/** From finding to finding, taking one as right, and the list of them before submitting. */

import { draftsOf } from '../editor/drafts';
import type { Editor } from '../editor/editor';
import { readOnly } from '../editor/state';
import { rowOf } from '../model/document';
import { countFindings, type Finding, findingsOf, findingsOfTexts, openFindings } from '../model/findings';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';

export function findingsHere({ state }: Editor): readonly Finding[] {
  return findingsOf(state.doc, state.info.labels, draftsOf(state));
}

/** To the next row that has any, around the end; in the post-edit, to its post-edit. */
export function walkFindings(editor: Editor, by: 1 | -1): void {
  const { doc, active, opened } = editor.state;
  const rows = new Set(openFindings(findingsHere(editor)).flatMap((finding) => finding.rows));
  if (rows.size === 0) {
    editor.say('Nothing found.');
    return;
  }
  const order = by > 0 ? doc.order : [...doc.order].reverse();
  const at = active ? order.indexOf(active) : -1;
  const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => rows.has(id));
  if (next) showFinding(editor, next, opened?.part === 'post_edit');
}

/** Whether there is anything that nobody has settled. */
export function hasFindings(editor: Editor): boolean {
  return openFindings(findingsHere(editor)).length > 0;
}

/** When the list was last shown, by the clock of the page. */
const shownAt = new WeakMap<Editor, number>();

/** In milliseconds: a second press that comes sooner was meant for what was there before the list. */
const toRead = 1_000;

export function showList(editor: Editor): void {
  const { helper, helperOpen } = editor.state;
  if (helper !== 'findings' || !helperOpen) shownAt.set(editor, Date.now());
  editor.set({ helper: 'findings', helperOpen: true });
}

/** Whoever presses its own button has it before them. */
export function seeList(editor: Editor): void {
  shownAt.delete(editor);
}

/** Whether the list stands beside the rows, and has for long enough to be seen. */
export function isListSeen(editor: Editor): boolean {
  const { helper, helperOpen } = editor.state;
  return helper === 'findings' && helperOpen && Date.now() - (shownAt.get(editor) ?? 0) >= toRead;
}

/** Rows that are looked at in one go; the page answers between two of them. */
const atOnce = 250;

/**
 * Counts what there is to look at, for the badge and the filter. Texts are looked at some rows at a time, each once:
 * `pause` waits between them and returns false where somebody has gone on, and it is to be begun anew.
 */
export async function look(editor: Editor, pause: () => Promise<boolean>): Promise<void> {
  const { doc } = editor.state;
  for (let from = 0; from < doc.order.length; from += atOnce) {
    for (const id of doc.order.slice(from, from + atOnce)) findingsOfTexts(doc, rowOf(doc, id));
    if (!(await pause())) return;
  }
  const findings = openFindings(findingsHere(editor));
  const rows = new Set(findings.flatMap((finding) => finding.rows));
  const { facts, view } = editor.state;
  const isFirst = facts.findings === null;
  const isSame = facts.findings?.size === rows.size && [...rows].every((row) => facts.findings?.has(row));
  editor.set({ nFindings: countFindings(findings), ...(!isSame && { facts: { ...facts, findings: rows } }) });
  // An address may ask for them before anybody has looked.
  if (isFirst && view.filters.includes('findings')) editor.setView(view);
}

export function showFinding(editor: Editor, row: string, inPostEdit = false): void {
  // The list follows the rows a moment later.
  if (!editor.state.doc.rows.has(row)) return;
  editor.moveTo(row, null);
  editor.set({ scroll: editor.scrolled('centre'), focus: editor.state.focus + 1 });
  if (inPostEdit && readOnly(editor.state) === null) editor.set({ opened: { row, part: 'post_edit' } });
  const here = openFindings(findingsHere(editor)).filter(({ rows }) => rows.includes(row));
  editor.say(here.map(({ text }) => text).join(' '));
}

/** Keeps with the row that what was found is right as it is, until its text changes; or takes that back. */
export function settleFinding(editor: Editor, { rows, check, isSettled }: Finding): void {
  const [row] = rows;
  if (!row || check === null) {
    editor.say('Only an edit settles this.');
    return;
  }
  const { doc } = editor.state;
  const text = rowOf(doc, row).post_edit ?? sideText(doc, rowOf(doc, row), 'target');
  if (editor.do(gestures.override(doc, row, text, check, !isSettled)))
    editor.say(isSettled ? 'Asked again.' : 'Right as it is.');
}
