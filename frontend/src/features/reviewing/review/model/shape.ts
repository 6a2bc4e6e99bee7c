/** What a row looks like as a link: how many to how many, null, crossing others, with gaps. */

import type { Doc } from './document';
import type { Chip, Row, Side } from './types';

/** Pieces that count as one: what was removed does not count, joined text counts once. */
export function countPieces(chips: readonly Chip[]): number {
  return chips.reduce((n, chip) => n + (chip.removed || (chip.joined && n > 0) ? 0 : 1), 0);
}

interface Shape {
  source: number;
  target: number;
  oneToOne: boolean;
  /** `drop`: a source nobody rendered; `null`: a target without a source. */
  empty: 'drop' | 'null' | null;
}

export function shapeOf(row: Row): Shape {
  const source = countPieces(row.source);
  const target = countPieces(row.target);
  const empty = source > 0 && target === 0 ? 'drop' : source === 0 ? 'null' : null;
  return { source, target, oneToOne: source === 1 && target === 1, empty };
}

/** Units between two chips of one side that are not in the row. */
export function gapBefore(chips: readonly Chip[], index: number): number {
  const before = chips[index - 1];
  const chip = chips[index];
  return before && chip ? Math.max(0, chip.unit - before.unit - 1) : 0;
}

function place(row: Row, side: Side): number | null {
  const chip = row[side].find((other) => !other.removed);
  return chip ? chip.unit + chip.start / 1e7 : null;
}

/**
 * Rows whose order of sources is not their order of targets, each with the nearest row it crosses. In a talk about a
 * paper the spoken side gives the order, so these are the places where the speaker jumps back.
 */
export function crossings(doc: Doc): Map<string, string> {
  const linked: { id: string; first: number; second: number }[] = [];
  const [by, other]: [Side, Side] = doc.kind !== 'bitext' ? ['target', 'source'] : ['source', 'target'];
  for (const row of doc.rows.values()) {
    const first = place(row, by);
    const second = place(row, other);
    if (first !== null && second !== null) linked.push({ id: row.id, first, second });
  }
  linked.sort((a, b) => a.first - b.first);
  return doc.kind !== 'bitext' ? jumpsBack(linked) : crossed(linked);
}

function jumpsBack(linked: readonly { id: string; second: number }[]): Map<string, string> {
  const rowOf = new Map<string, string>();
  linked.forEach((row, i) => {
    const before = linked[i - 1];
    if (before && row.second < before.second) rowOf.set(row.id, before.id);
  });
  return rowOf;
}

function crossed(linked: readonly { id: string; first: number; second: number }[]): Map<string, string> {
  const rowOf = new Map<string, string>();
  // The nearest earlier row with a later target, by a stack of falling targets; then the same from the other end.
  const stack: { id: string; second: number }[] = [];
  for (const row of linked) {
    while (stack.length > 0 && (stack.at(-1) as { second: number }).second <= row.second) stack.pop();
    const top = stack.at(-1);
    if (top) rowOf.set(row.id, top.id);
    stack.push(row);
  }
  stack.length = 0;
  for (const row of [...linked].reverse()) {
    while (stack.length > 0 && (stack.at(-1) as { second: number }).second >= row.second) stack.pop();
    const top = stack.at(-1);
    if (top && !rowOf.has(row.id)) rowOf.set(row.id, top.id);
    stack.push(row);
  }
  return rowOf;
}

/** Whether an utterance ends right before this chip of a span: each is a unit of the transcript. */
export function beginsUtterance(chips: readonly Chip[], index: number): boolean {
  const [before, chip] = [chips[index - 1], chips[index]];
  return before !== undefined && chip !== undefined && before.unit !== chip.unit;
}
