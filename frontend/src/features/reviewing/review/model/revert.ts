/** A row as it was at a place in its history: one operation that makes it so again, to be undone like any other. */

import { type Doc, findChip, rowOf } from './document';
import { type Gesture, newId, operation, type PlannedRow, regroup } from './gesture';
import { labelsChange } from './labels';
import { sameField, sameRow, seams, settable } from './rows';
import type { Chip, LoggedRow, Row, Side, Step } from './types';

const sides = ['source', 'target'] as const;

/** `then`: the row after the chosen change. Chips that have come since go back to the neighbour they stand nearest to. */
export function revertTo(doc: Doc, then: LoggedRow): Gesture {
  const now = doc.rows.get(then.id);
  if (!now) return { refused: 'This row is gone. Undo brings it back.' };
  if (sameRow({ ...now, edited: then.edited }, then)) return { refused: 'The row is already in this state.' };
  const isTalk = doc.kind !== 'bitext';
  for (const side of isTalk ? (['target'] as const) : sides) {
    for (const chip of then[side]) {
      const place = findChip(doc.rows, chip.id, [then.id]);
      if (!place || place.chip.start !== chip.start || place.chip.end !== chip.end)
        return { refused: 'A text in this row was split or joined later. Undo that first.' };
    }
  }
  const planned = new Map<string, PlannedRow>();
  const plannedRow = (id: string): PlannedRow => {
    const row = rowOf(doc, id);
    return planned.get(id) ?? { row: id, source: row.source, target: row.target };
  };
  for (const side of isTalk ? (['target'] as const) : sides) {
    const wanted = new Set(then[side].map((chip) => chip.id));
    const kept = now[side].filter((chip) => wanted.has(chip.id));
    for (const chip of now[side].filter(({ id }) => !wanted.has(id))) {
      const other = nearest(doc, now, side, chip);
      if (other === null) return { refused: 'There is no other row to move the newer chips to.' };
      const taker = plannedRow(other);
      planned.set(other, { ...taker, [side]: [...taker[side], chip] });
    }
    const coming = then[side].filter((chip) => !now[side].some(({ id }) => id === chip.id));
    for (const chip of coming) {
      const from = findChip(doc.rows, chip.id)?.row.id as string;
      const giver = plannedRow(from);
      planned.set(from, { ...giver, [side]: giver[side].filter(({ id }) => id !== chip.id) });
    }
    const here = [...kept, ...coming.map((chip) => findChip(doc.rows, chip.id)?.chip as Chip)];
    planned.set(now.id, { ...plannedRow(now.id), [side]: here });
  }
  const moves = [...planned.values()].some((one) =>
    sides.some(
      (side) =>
        one[side].length !== rowOf(doc, one.row)[side].length ||
        one[side].some((c, i) => c !== rowOf(doc, one.row)[side][i]),
    ),
  );
  const steps: Step[] = [...sentence(isTalk, now, then), ...texts(doc, then), ...fields(now, then)];
  if (moves) return { operation: regroup(doc, 'back_to', [...planned.values()], steps) };
  return { operation: operation(doc, 'back_to', steps, [now.id]) };
}

/** The neighbour that a chip stands next to in its document: below if it comes after this row's own, else above. */
function nearest(doc: Doc, row: Row, side: Side, chip: Chip): string | null {
  const at = doc.order.indexOf(row.id);
  const [above, below] = [doc.order[at - 1] ?? null, doc.order[at + 1] ?? null];
  const first = row[side].find(({ id }) => id !== chip.id);
  const later = !first || chip.unit > first.unit || (chip.unit === first.unit && chip.start > first.start);
  return later ? (below ?? above) : (above ?? below);
}

function sentence(isTalk: boolean, now: LoggedRow, then: LoggedRow): Step[] {
  const units = then.source.map((chip) => chip.unit);
  const same = units.length === now.source.length && now.source.every((chip, i) => chip.unit === units[i]);
  if (!isTalk || same) return [];
  return [{ type: 'reassign', row: now.id, source: units, chips: units.map(newId) }];
}

/** Removed chips, key sentences and seams. */
function texts(doc: Doc, then: LoggedRow): Step[] {
  const is = (chip: Chip) => findChip(doc.rows, chip.id, [then.id])?.chip;
  const steps: Step[] = [];
  for (const removed of [true, false]) {
    const chips = then.target.filter((chip) => chip.removed === removed && is(chip)?.removed !== removed);
    if (chips.length > 0) steps.push({ type: 'set_chips', chips: chips.map(({ id }) => id), removed });
  }
  for (const is_key of [true, false]) {
    const chips = then.target.filter((chip) => !chip.is_key !== is_key && is(chip)?.is_key !== is_key);
    if (chips.length > 0) steps.push({ type: 'set_key', chips: chips.map(({ id }) => id), is_key });
  }
  for (const side of sides) {
    seams(then[side]).forEach((chip, i) => {
      const before = then[side][i - 1];
      const joined = is(chip)?.joined === true && i > 0;
      if (chip.joined && !joined && before) steps.push({ type: 'join_chips', chips: [before.id, chip.id] });
      else if (!chip.joined && joined) steps.push({ type: 'unjoin_chip', chip: chip.id });
    });
  }
  return steps;
}

function fields(now: LoggedRow, then: LoggedRow): Step[] {
  const changed = settable.filter((name) => !sameField(now, then, name));
  if (changed.length === 0) return [];
  return [
    {
      type: 'set',
      rows: [now.id],
      fields: Object.fromEntries(
        changed.map((name) => [
          name,
          name === 'labels'
            ? labelsChange(now.labels, then.labels)
            : (then[name] ?? (name === 'overridden' ? [] : null)),
        ]),
      ),
    },
  ];
}
