/** Chips over many rows: cut and pasted, or sent to a row by its number. And the text of a post-edit in all rows like it. */

import { isMac } from '@/lib/chords';
import { plural } from '@/lib/format';
import { withKeys } from '../keys/sheet';
import type { ActionId } from '../keys/table';
import { type Doc, findChip, rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { chipText } from '../model/text';
import type { Editor } from './editor';
import type { EditorState } from './state';

/** The chosen chip; without one the last target, as a key that moves a chip takes. */
function carried({ state: { doc, active, chip } }: Editor): string | null {
  if (!active) return null;
  return chip ?? rowOf(doc, active).target.at(-1)?.id ?? null;
}

function wordsOf({ state: { doc } }: Editor, chip: string): string {
  const place = findChip(doc.rows, chip);
  if (!place) return '';
  return chipText(place.chip, place.side === 'source' ? doc.sourceUnits : doc.targetUnits);
}

function cut(editor: Editor): void {
  const chip = carried(editor);
  if (!chip) {
    editor.say('This row has no chip to cut.');
    return;
  }
  editor.set({ cut: chip });
}

function paste(editor: Editor): void {
  const { doc, active, cut: chip } = editor.state;
  if (!chip) {
    editor.say(withKeys('No chip is cut: {cut_chip} cuts one.', editor.state.keys, isMac()), 'warn');
    return;
  }
  const isDone = active !== null && editor.do(gestures.bring(doc, active, chip));
  if (isDone || !findChip(doc.rows, chip)) editor.set({ cut: null });
}

/** The field of "Go to row" takes the number. */
function askForRow(editor: Editor): void {
  const chip = carried(editor);
  if (!chip) {
    editor.say('This row has no chip to move.');
    return;
  }
  editor.set({ moving: chip });
  document.querySelector<HTMLElement>('[data-field=go-to]')?.focus();
}

/** To the row with this number, as people count; the person stays where they are. */
export function moveToRow(editor: Editor, number: number | null): void {
  const { doc, moving } = editor.state;
  const row = doc.order[(number ?? 0) - 1];
  editor.set({ moving: null });
  if (!moving) return;
  if (!row) {
    editor.say(number === null ? 'This is not a row number.' : `There is no row ${number}.`, 'warn');
    return;
  }
  const words = wordsOf(editor, moving);
  if (editor.do(gestures.bring(doc, row, moving))) editor.say(`Moved “${words}” to row ${number}.`);
}

function repeat(editor: Editor): void {
  const { doc, active, repeats } = editor.state;
  const from = repeats?.row ?? active;
  if (!from || !doc.rows.has(from)) return;
  const rows = repeats ? rowsAsked(doc, repeats) : gestures.rowsToRepeat(doc, from);
  editor.set({ repeats: null });
  if (editor.do(gestures.repeatText(doc, from, rows)))
    editor.say(
      `${plural(rows.length, 'row')} ${rows.length === 1 ? 'has' : 'have'} this text now. One undo takes it back.`,
    );
}

/** Of the rows that were asked about, those that still have the same source and no post-edit of their own. */
export function rowsAsked(doc: Doc, { row, rows }: NonNullable<EditorState['repeats']>): readonly string[] {
  if (!doc.rows.has(row)) return [];
  const asked = new Set(rows);
  return gestures.rowsToRepeat(doc, row).filter((id) => asked.has(id));
}

/** Asks once for all rows like the one whose post-edit was just saved. */
export function offerToRepeat(editor: Editor, row: string): void {
  const { doc } = editor.state;
  const rows = doc.rows.has(row) ? gestures.rowsToRepeat(doc, row) : [];
  editor.set({ repeats: rows.length > 0 ? { row, rows } : null });
}

export const carryingCommands = {
  cut_chip: cut,
  paste_chip: paste,
  move_to_row: askForRow,
  repeat_text: repeat,
} as const satisfies Partial<Record<ActionId, (editor: Editor) => void>>;
