/**
 * The engine's next choice for a row: the likeliest other link that begins with the same sentences (`next_source` and
 * `next_target` say how many of each side it holds). It is offered where the engine is unsure of what it proposed and
 * nobody has touched that, and taking it changes no row that somebody has decided.
 */

import { countCodePoints } from '@/lib/codePoints';
import { offerBelow } from '@/lib/confidence';
import { byPlace, type Doc, rowOf, unitsOf } from './document';
import { type Gesture, type PlannedRow, regroup } from './gesture';
import type { Chip, Row, Side } from './types';

const sides = ['source', 'target'] as const;
/** Rows below in which its chips are looked for: more than a link has sentences. */
const farthest = 12;

/** A chip that comes from another row, or goes to one; `row` is that row's number. */
export interface Crossing {
  chip: Chip;
  row: number;
}

export interface NextChoice {
  /** What stays in the row, what comes from rows below, and what goes to one. */
  stays: Readonly<Record<Side, readonly Chip[]>>;
  comes: Readonly<Record<Side, readonly Crossing[]>>;
  goes: Readonly<Record<Side, readonly Crossing[]>>;
  /** All rows that change, as taking it would leave them. */
  rows: readonly PlannedRow[];
}

/** The next choice for a row; null where none is offered. */
export function nextChoice(doc: Doc, id: string): NextChoice | null {
  const row = doc.rows.get(id);
  if (!row || !isDoubtful(doc, row)) return null;
  const at = doc.order.indexOf(id);
  const rows = doc.order.slice(at, at + 1 + farthest).map((other) => rowOf(doc, other));
  const plan = planOf(doc, rows);
  if (!plan) return null;
  const isChanged = (_: unknown, n: number) =>
    sides.some(
      (side) => plan[n]?.[side].length !== rows[n]?.[side].length || !plan[n]?.[side].every(isIn(rows[n], side)),
    );
  const changed = rows.filter(isChanged);
  if (changed.length < 2 || !changed.every(isOpen)) return null;
  const numbered = (chips: readonly Chip[], places: readonly Pick<Row, Side>[], side: Side) =>
    chips.map((chip): Crossing => ({ chip, row: at + 1 + places.findIndex((place) => isIn(place, side)(chip)) }));
  const onSides = <T>(of: (side: Side) => T): Record<Side, T> => ({ source: of('source'), target: of('target') });
  const becomes = (side: Side) => plan[0]?.[side] ?? [];
  return {
    stays: onSides((side) => row[side].filter(isIn(plan[0], side))),
    comes: onSides((side) =>
      numbered(
        becomes(side).filter((chip) => !isIn(row, side)(chip)),
        rows,
        side,
      ),
    ),
    goes: onSides((side) =>
      numbered(
        row[side].filter((chip) => !isIn(plan[0], side)(chip)),
        plan,
        side,
      ),
    ),
    rows: plan.filter(isChanged),
  };
}

/** A row that is as it was proposed, of a link that the engine is not sure of. */
function isDoubtful(doc: Doc, row: Row): boolean {
  if (doc.kind !== 'bitext' || row.edited || !isOpen(row)) return false;
  // Where a filter has taken chips out of the link, what is left is not what the engine compared.
  return row.confidence !== null && row.confidence < offerBelow && row.features.intra_stripped === undefined;
}

/** The first of the rows with what its next choice holds, and the others with what is left for them. */
function planOf(doc: Doc, rows: readonly Row[]): PlannedRow[] | null {
  const [row, ...below] = rows as [Row, ...Row[]];
  const held = { source: heldBy(doc, rows, 'source'), target: heldBy(doc, rows, 'target') };
  if (!held.source || !held.target) return null;
  const rest = (of: Row, side: Side) => of[side].filter((chip) => !held[side]?.includes(chip));
  const left = below.map((other) => ({ row: other.id, source: rest(other, 'source'), target: rest(other, 'target') }));
  const given = { source: rest(row, 'source'), target: rest(row, 'target') };
  if (given.source.length + given.target.length > 0) {
    const heir = left.find((other) => other.source.length + other.target.length > 0);
    if (!heir) return null;
    for (const side of sides) heir[side] = [...given[side], ...heir[side]].sort(byPlace);
  }
  return [{ row: row.id, source: held.source, target: held.target }, ...left];
}

/** What the next choice of the first row holds; null where the run has none, or a sentence is not as the engine saw it:
 * cut, or moved to a row above. */
function heldBy(doc: Doc, rows: readonly Row[], side: Side): readonly Chip[] | null {
  const first = rows[0]?.[side][0]?.unit;
  const n = rows[0]?.features[`next_${side}`];
  if (first === undefined || n === undefined) return null;
  const held: Chip[] = [];
  for (let unit = first; unit < first + n; unit += 1) {
    const chip = rows.flatMap((row) => row[side]).find((other) => other.unit === unit);
    if (!chip || !isWhole(doc, side, chip)) return null;
    held.push(chip);
  }
  return held;
}

function isIn(row: Pick<Row, Side> | undefined, side: Side) {
  return (chip: Chip) => row?.[side].includes(chip) ?? false;
}

/** Nobody has decided the row or written in it, so that it may change by the way. */
function isOpen(row: Row): boolean {
  return row.status === 'proposed' && row.post_edit === null && !row.target.some(({ removed }) => removed);
}

function isWhole(doc: Doc, side: Side, { unit, start, end }: Chip): boolean {
  return start === 0 && end === countCodePoints(unitsOf(doc, side)[unit]?.text ?? '');
}

export function takeNext(doc: Doc, id: string): Gesture {
  const choice = nextChoice(doc, id);
  if (!choice) return { refused: 'The engine has no next choice to offer for this row.' };
  return { operation: regroup(doc, 'next_choice', choice.rows) };
}
