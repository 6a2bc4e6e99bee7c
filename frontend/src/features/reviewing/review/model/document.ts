/** The review as the page holds it: immutable, indexed, and built only by `open` and `apply`. */

import type { GlossaryPlace } from './glossary';
import { tally } from './tallies';
import type {
  Chip,
  Content,
  PairKind,
  ReviewHead,
  ReviewInfo,
  ReviewState,
  Row,
  Section,
  Side,
  StackTop,
  Thresholds,
  Unit,
} from './types';

export interface Doc {
  kind: PairKind;
  sourceLanguage: string;
  targetLanguage: string;
  sourceUnits: readonly Unit[];
  targetUnits: readonly Unit[];
  sections: readonly Section[];
  offline: readonly string[] | null;
  /** Whether a side's language is written without spaces. */
  spaceless: Readonly<Record<Side, boolean>>;
  media: Readonly<Record<Side, string | null>>;
  thresholds: Thresholds;
  /** By what key sentences are proposed; null but for a talk with slides. */
  keyOptions: Content['key_options'];
  terms: GlossaryPlace;
  rows: ReadonlyMap<string, Row>;
  /** Row ids by position. */
  order: readonly string[];
  state: ReviewState;
  revision: number;
  undoStack: readonly StackTop[];
  redoStack: readonly StackTop[];
}

export function open(info: ReviewInfo, content: Content): Doc {
  const rows = [...content.rows].sort((a, b) => a.position - b.position);
  return {
    kind: info.pair.kind,
    sourceLanguage: info.pair.source.language,
    targetLanguage: info.pair.target.language,
    sourceUnits: content.source_units,
    targetUnits: content.target_units,
    sections: content.sections,
    offline: content.offline,
    spaceless: content.spaceless,
    media: content.media,
    thresholds: content.thresholds,
    keyOptions: content.key_options ?? null,
    terms: { glossary: null },
    rows: new Map(rows.map((row) => [row.id, row])),
    order: rows.map((row) => row.id),
    state: info.state,
    revision: content.revision,
    undoStack: info.undo ? [info.undo] : [],
    redoStack: info.redo ? [info.redo] : [],
  };
}

export function rowOf(doc: Doc, id: string): Row {
  const row = doc.rows.get(id);
  if (!row) throw new Error(`row ${id} is not in the review`);
  return row;
}

export function unitsOf(doc: Doc, side: Side): readonly Unit[] {
  return side === 'source' ? doc.sourceUnits : doc.targetUnits;
}

/** The offline translation of a row's sources, each once; empty where there is none. */
export function offlineOf(doc: Doc, row: Row): string {
  const units = [...new Set(row.source.map((chip) => chip.unit))];
  return units.flatMap((unit) => doc.offline?.[unit] || []).join(' ');
}

/** Number of a sentence, or of the page that a unit of a deck is on, as people count. */
export function unitNumber(unit: Unit): number {
  return unit.page ?? unit.position + 1;
}

/** Number of a row as people count: 1 is the first of the talk. */
export function numberOf(doc: Doc, id: string): number {
  return doc.order.indexOf(id) + 1;
}

export function neighbour(doc: Doc, id: string, by: number): Row | null {
  const at = doc.order.indexOf(id);
  const other = at < 0 ? undefined : doc.order[at + by];
  return other === undefined ? null : rowOf(doc, other);
}

export function byPlace(a: Chip, b: Chip): number {
  return a.unit - b.unit || a.start - b.start;
}

interface FoundChip {
  row: Row;
  side: Side;
  chip: Chip;
  index: number;
}

/** The place of a chip, searching first in the rows named `near`. */
export function findChip(rows: ReadonlyMap<string, Row>, id: string, near: Iterable<string> = []): FoundChip | null {
  for (const rowId of near) {
    const row = rows.get(rowId);
    const hinted = row && inRow(row, id);
    if (hinted) return hinted;
  }
  for (const row of rows.values()) {
    const place = inRow(row, id);
    if (place) return place;
  }
  return null;
}

function inRow(row: Row, id: string): FoundChip | null {
  for (const side of ['source', 'target'] as const) {
    const index = row[side].findIndex((chip) => chip.id === id);
    const chip = row[side][index];
    if (chip) return { row, side, chip, index };
  }
  return null;
}

/** A position strictly between two rows, or past the end. Positions are finite doubles: halving lasts for 50 inserts. */
export function positionBetween(before: Row | null, after: Row | null): number {
  if (before && after) return (before.position + after.position) / 2;
  if (before) return before.position + 1;
  return after ? after.position - 1 : 1;
}

/** Rows replaced, added or gone; `order` is rebuilt only as far as needed. */
export function withRows(doc: Doc, changed: Iterable<Row>, deleted: Iterable<string>): Doc {
  const rows = new Map(doc.rows);
  let order: readonly string[] = doc.order;
  const gone = new Set<string>();
  for (const id of deleted) if (rows.delete(id)) gone.add(id);
  const added: Row[] = [];
  for (const row of changed) {
    const before = rows.get(row.id);
    rows.set(row.id, row);
    if (!before || before.position !== row.position) {
      added.push(row);
      if (before) gone.add(row.id);
    }
  }
  if (gone.size > 0 || added.length > 0) {
    const kept = gone.size > 0 ? order.filter((id) => !gone.has(id)) : [...order];
    for (const row of added.sort((a, b) => a.position - b.position)) {
      let low = 0;
      let high = kept.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((rows.get(kept[middle] as string) as Row).position < row.position) low = middle + 1;
        else high = middle;
      }
      kept.splice(low, 0, row.id);
    }
    order = kept;
  }
  return { ...doc, rows, order };
}

/** The server's word: its rows as they are now, its state, its undo stack as far as it shows it. */
export function acknowledge(doc: Doc, rows: readonly Row[], deleted: readonly string[], head: ReviewHead): Doc {
  return {
    ...withRows(doc, rows, deleted),
    state: head.state,
    revision: head.revision,
    undoStack: settle(doc.undoStack, head.undo),
    redoStack: settle(doc.redoStack, head.redo),
  };
}

/** Only the top of the stack is the server's to say; what lies below stays known while the top agrees. */
function settle(stack: readonly StackTop[], top: StackTop | null): readonly StackTop[] {
  if (!top) return [];
  const at = stack.findIndex((entry) => entry.operation === top.operation);
  return at >= 0 ? stack.slice(0, at + 1) : [top];
}

export interface Progress {
  rows: number;
  done: number;
  implicit: number;
}

const decided = tally(
  () => ({ accepted: 0, implicit: 0, proposed: 0 }),
  (total, { status }, by) => {
    total[status] += by;
  },
);

export function progressOf({ rows, targetUnits }: Doc): Progress {
  const { accepted, implicit } = decided(targetUnits, rows);
  return { rows: rows.size, done: accepted + implicit, implicit };
}
