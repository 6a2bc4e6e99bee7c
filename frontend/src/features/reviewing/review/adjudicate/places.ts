/** Where rows are, in words: by their numbers, or in a talk with times, by when they were said. */

import { clock } from '@/lib/format';
import { type Doc, numberOf, rowOf } from '../model/document';
import { timeOf } from '../model/times';
import type { Row } from '../model/types';

/** Seconds; null for what has no time. */
function startOf(doc: Doc, row: Row): number | null {
  for (const chip of row.target) {
    const time = timeOf(chip, doc.targetUnits);
    if (time) return time.start;
  }
  return null;
}

function endOf(doc: Doc, row: Row): number | null {
  const last = row.target.at(-1);
  return last ? (timeOf(last, doc.targetUnits)?.end ?? null) : null;
}

/** "row 5", "rows 5 to 7", "02:58 to 03:10". */
export function whereIs(doc: Doc, ids: readonly string[]): string {
  const rows = ids.map((id) => rowOf(doc, id));
  const [one, other] = [rows[0], rows.at(-1)];
  if (!one || !other) return '';
  if (doc.kind === 'paper_talk') {
    const [start, end] = [startOf(doc, one), endOf(doc, other)];
    if (start !== null && end !== null) {
      return clock(start) === clock(end) ? clock(start) : `${clock(start)} to ${clock(end)}`;
    }
  }
  const [first, last] = [numberOf(doc, one.id), numberOf(doc, other.id)];
  return first === last ? `row ${first}` : `rows ${first} to ${last}`;
}

/** How each row of the result is called at the side of its line: by its number, or by when it was said. */
export function markOf(doc: Doc, row: Row): string {
  const start = doc.kind === 'paper_talk' ? startOf(doc, row) : null;
  return start === null ? `${numberOf(doc, row.id)}` : clock(start);
}

export function isTimed(doc: Doc): boolean {
  return doc.kind === 'paper_talk' && doc.targetUnits.some((unit) => unit?.start_seconds != null);
}

/** The row of the result at a number, or at a time such as 3:15; null where the text is neither. */
export function rowAt(doc: Doc, text: string): string | null {
  if (isTimed(doc)) {
    const parts = text.trim().split(':').map(Number);
    if (!text.trim() || parts.some((part) => Number.isNaN(part) || part < 0)) return null;
    const seconds = parts.reduce((total, part) => total * 60 + part, 0);
    return doc.order.findLast((id) => (startOf(doc, rowOf(doc, id)) ?? Infinity) <= seconds) ?? doc.order[0] ?? null;
  }
  const number = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number)) return null;
  return doc.order[Math.min(doc.order.length, Math.max(1, number)) - 1] ?? null;
}
