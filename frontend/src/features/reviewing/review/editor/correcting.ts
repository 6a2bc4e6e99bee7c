/** Corrections of the imported texts: they belong to the documents, so they are no edits of this review. */

import { sliceCodePoints } from '@/lib/codePoints';
import type { ActionId } from '../keys/table';
import { correctionsOf, type TextChange } from '../model/corrections';
import { findChip, rowOf } from '../model/document';
import type { Correction, Side } from '../model/types';
import type { Command, Editor } from './editor';

function show(editor: Editor, all: readonly Correction[]): void {
  editor.set({ corrections: correctionsOf(all) });
}

/** Records a change, or withdraws what stands where that makes the text as it was imported. */
export async function recordCorrection(
  editor: Editor,
  place: { side: Side; unit: number },
  imported: string,
  { start, end, text, replaces }: TextChange,
): Promise<void> {
  if (text === sliceCodePoints(imported, start, end)) {
    for (const one of replaces) await withdrawCorrection(editor, one);
    return;
  }
  show(editor, await editor.transport.correct({ ...place, start, end, text, replaces: replaces.map(({ id }) => id) }));
  editor.say('Corrected. All reviews of this text show it.');
}

export async function withdrawCorrection(editor: Editor, { id }: Correction): Promise<void> {
  show(editor, await editor.transport.withdraw(id));
  editor.say('Correction withdrawn.');
}

/** The text of the chip that is selected; without one, the first of the row, or the sentence that a span is about. */
const correct: Command = (editor) => {
  const { doc, active, chip } = editor.state;
  if (!active) return;
  const row = rowOf(doc, active);
  const place = chip ? findChip(doc.rows, chip, [active]) : null;
  const first = row.source[0] ?? row.target[0];
  const unit = place?.chip.unit ?? first?.unit;
  if (unit === undefined) return;
  const side = place?.side ?? (row.source.length > 0 ? 'source' : 'target');
  editor.set({ correcting: { side, unit }, dialog: 'correct' });
};

export const correctCommands = { correct } as const satisfies Partial<Record<ActionId, Command>>;
