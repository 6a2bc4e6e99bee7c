/** Gestures on the text of chips: removed and put back, marked, split, joined. The imported text itself never changes. */

import { capital } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { type Doc, findChip, neighbour, positionBetween, rowOf } from './document';
import { type Gesture, newId, operation, type Plan, type PlannedRow, regroup, sameSentence } from './gesture';
import type { Chip, Side, Step } from './types';

export function setRemoved(doc: Doc, rowId: string, chipIds: readonly string[], removed: boolean): Gesture {
  const chips = chipIds.map((id) => findChip(doc.rows, id, [rowId]));
  if (chips.length === 0) return { refused: 'Choose a chip with the arrow keys first.' };
  if (chips.some((place) => place?.side !== 'target')) return { refused: 'Only target chips can be removed.' };
  const rows = chips.flatMap((place) => (place ? [place.row.id] : []));
  const steps: Step[] = [{ type: 'set_chips', chips: [...chipIds], removed }];
  return { operation: operation(doc, removed ? 'remove' : 'restore', steps, rows) };
}

/** Of a talk with slides: whether what was said is a key sentence of its page. */
export function setKey(doc: Doc, rowId: string, chipIds: readonly string[], isKey: boolean): Gesture {
  const places = chipIds.map((id) => findChip(doc.rows, id, [rowId]));
  if (places.length === 0) return { refused: 'Choose a sentence with the arrow keys first.' };
  if (places.some((one) => one?.side !== 'target')) return { refused: 'Only what was said is a key sentence.' };
  const chips = places.flatMap((one) => (one && one.chip.is_key !== isKey ? [one.chip.id] : []));
  if (chips.length === 0) return { refused: 'Already set.' };
  const steps: Step[] = [{ type: 'set_key', chips, is_key: isKey }];
  return { operation: operation(doc, isKey ? 'key' : 'not_key', steps, [rowId]) };
}

/** `at`: code points from the start of the chip. In a talk the second half becomes a span of its own, and one is on the first. */
export function splitText(doc: Doc, rowId: string, chipId: string, at: number): Gesture {
  const place = findChip(doc.rows, chipId, [rowId]);
  if (!place || at <= 0 || at >= place.chip.end - place.chip.start)
    return { refused: 'Put the caret inside the text.' };
  const { row, chip, side, index } = place;
  if (doc.kind !== 'bitext' && side === 'source') return keptWhole(doc);
  const half: Chip = { ...chip, id: newId(), start: chip.start + at, joined: false };
  const split: Step = { type: 'split_chip', chip: chip.id, at: chip.start + at, new_chip: half.id };
  if (doc.kind === 'bitext') {
    return { operation: operation(doc, 'split_text', [split], [row.id]), focus: { row: row.id, chip: half.id } };
  }
  const id = newId();
  const planned: PlannedRow[] = [
    { row: row.id, source: row.source, target: row.target.slice(0, index + 1) },
    {
      row: id,
      position: positionBetween(row, neighbour(doc, row.id, 1)),
      source: [],
      target: [half, ...row.target.slice(index + 1)],
    },
  ];
  return {
    operation: regroup(doc, 'split_text', planned, sameSentence(doc, row, id), [split]),
    focus: { row: row.id, chip: null },
  };
}

function keptWhole({ kind }: Doc): Gesture {
  const { unit, whole } = sourceWords[kind];
  return { refused: `${capital(unit)}s of the ${whole} can’t be split or joined.` };
}

/** Joins the text of a chip with the next one in its row; on a seam it takes the seam away again. */
export function joinText(doc: Doc, rowId: string, chipId: string | null): Gesture {
  const row = rowOf(doc, rowId);
  const place = chipId ? findChip(doc.rows, chipId, [rowId]) : null;
  const side: Side = place?.side ?? 'target';
  const index = place?.index ?? 0;
  if (doc.kind !== 'bitext' && side === 'source') return keptWhole(doc);
  const a = row[side][index];
  const b = row[side][index + 1];
  if (a?.joined && !b) {
    return { operation: operation(doc, 'unjoin_text', [{ type: 'unjoin_chip', chip: a.id }], [rowId]) };
  }
  if (!a || !b) return { refused: 'This is the last chip of the row. {merge} merges the row with the next one.' };
  if (b.joined) {
    return { operation: operation(doc, 'unjoin_text', [{ type: 'unjoin_chip', chip: b.id }], [rowId]) };
  }
  if (a.unit === b.unit && a.end === b.start && a.removed !== b.removed)
    return { refused: 'One half is removed. Restore it first.' };
  const steps: Step[] = [{ type: 'join_chips', chips: [a.id, b.id] }];
  return {
    operation: operation(doc, 'join_text', steps, [rowId]),
    focus: chipId ? { row: rowId, chip: a.id } : undefined,
  } as Plan;
}
