/** Accepting many rows at once: which rows a choice means, the least sure of them, and what is left of it in a conflict. */

import { type Doc, rowOf } from './document';
import { type Gesture, operation } from './gesture';
import type { Operation, Row, Step } from './types';

/** Probability from which on rows are accepted; null takes them all, those without a probability too. */
export type From = number | null;

export interface Preview {
  /** Rows that would be accepted, in the order given. */
  accepted: readonly string[];
  /** Not reviewed yet, and less probable than `from`. */
  below: number;
  /** Not reviewed yet, and without a probability: edited by hand, or from an engine that gives none. */
  unknown: number;
  /** Probable enough, but left to be looked at one by one, in the order given: see `isHeld`. */
  held: readonly string[];
  /** Accepted already. */
  done: number;
  /** Those to be accepted that are most likely wrong, the worst first; ties in the order given. */
  leastSure: readonly string[];
}

/** Of a row that nobody has changed; a person's row has none. */
export function probabilityOf(row: Row): number | null {
  return row.edited ? null : row.confidence;
}

/**
 * Of a bitext, a row with nothing on one side: no text speaks for it, and where it is wrong a text is lost. Its
 * probability is that of what the rows around it leave over (docs/decisions/accepting-many-rows.md).
 */
function isHeld(doc: Doc, row: Row): boolean {
  return doc.kind === 'bitext' && (row.source.length === 0 || row.target.length === 0);
}

/** Shown whole before anything is done. */
const mostLeastSure = 5;

export function preview(doc: Doc, ids: readonly string[], from: From, n = mostLeastSure): Preview {
  const accepted: string[] = [];
  const held: string[] = [];
  let [below, unknown, done] = [0, 0, 0];
  for (const id of ids) {
    const row = rowOf(doc, id);
    const probability = probabilityOf(row);
    if (row.status === 'accepted') done += 1;
    else if (from === null) accepted.push(id);
    else if (probability === null) unknown += 1;
    else if (probability < from) below += 1;
    else (isHeld(doc, row) ? held : accepted).push(id);
  }
  return { accepted, held, below, unknown, done, leastSure: leastSure(doc, accepted, n) };
}

/** Of thresholds, the highest first, the first from which on there are rows to accept, and how many; null without one. */
export function firstWithRows(
  doc: Doc,
  ids: readonly string[],
  froms: readonly From[],
): { from: From; n: number } | null {
  for (const from of froms) {
    const n = preview(doc, ids, from).accepted.length;
    if (n > 0) return { from, n };
  }
  return null;
}

/** Unknown counts as a coin toss, as in the order by expected error. */
function leastSure(doc: Doc, ids: readonly string[], n: number): string[] {
  const worst: { id: string; p: number }[] = [];
  for (const id of ids) {
    const p = probabilityOf(rowOf(doc, id)) ?? 0.5;
    if (worst.length === n && p >= (worst[n - 1] as { p: number }).p) continue;
    const at = worst.findIndex((other) => other.p > p);
    worst.splice(at < 0 ? worst.length : at, 0, { id, p });
    worst.length = Math.min(worst.length, n);
  }
  return worst.map(({ id }) => id);
}

export function acceptAll(doc: Doc, ids: readonly string[]): Gesture {
  if (ids.length === 0) return { refused: 'No row to accept.' };
  const step: Step = { type: 'set', rows: [...ids], fields: { status: 'accepted' } };
  return { operation: operation(doc, 'accept_many', [step], ids) };
}

/** Whether an operation says something of each of several rows by itself, so that it can do without some of them. */
export function isDivisible({ steps, versions }: Operation): boolean {
  return steps.length > 0 && steps.every((step) => step.type === 'set') && Object.keys(versions).length > 1;
}

/** A divisible operation without some of its rows; null if nothing is left. */
export function without(whole: Operation, rows: ReadonlySet<string>): Operation | null {
  const steps = whole.steps.flatMap((step): Step[] => {
    if (step.type !== 'set') return [step];
    const left = step.rows.filter((row) => !rows.has(row));
    return left.length > 0 ? [{ ...step, rows: left }] : [];
  });
  const versions = Object.fromEntries(Object.entries(whole.versions).filter(([row]) => !rows.has(row)));
  return steps.length > 0 ? { ...whole, steps, versions } : null;
}

/** Rows of a refused operation that are not as its sender knew them, by what the server says of them now. */
export function changedMeanwhile(whole: Operation, rows: readonly Row[]): ReadonlySet<string> {
  const now = new Map(rows.map((row) => [row.id, row.version]));
  return new Set(Object.keys(whole.versions).filter((id) => now.get(id) !== whole.versions[id]));
}
