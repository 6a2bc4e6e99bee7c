/** Regions and rows in words: what became of a region and whose it is, and where rows are. */

import { clock } from '@/lib/format';
import { type Doc, numberOf, rowOf } from '../model/document';
import { timeOf } from '../model/times';
import { numberTyped, secondsTyped } from '../model/typed';
import type { Row } from '../model/types';
import { allDiffer, type Choice, compose, letters, majority, type Part, partsOf, type Region, sameAs } from './model';

export const rowsOf = (doc: Doc, ids: readonly string[]): readonly Row[] => ids.map((id) => rowOf(doc, id));

/** "Take A or B, or edit the result." */
export function undecidedInWords(nReviews: number): string {
  return `Take ${joined(letters.slice(0, nReviews), 'or')}, or edit the result.`;
}

/** What became of a region, or would: from whom it was taken. */
export function fromWhom(doc: Doc, ids: readonly string[], region: Region, chosen: Choice | null): string {
  const same = sameAs(chosen ? compose(region, chosen) : rowsOf(doc, ids), region, doc.kind);
  return same.map((number) => letters[number]).join(', ');
}

/** "links as A and C, labels as B", of parts from several reviews. */
export function partByPart(choice: Choice, region: Region): string {
  const words: Record<Part, string> = { links: 'links', labels: 'labels', text: 'text' };
  return partsOf(region)
    .map((part) => `${words[part]} as ${letters[choice[part]]}`)
    .join(', ');
}

/** "took B, C"; where more reviews said so than not, how many. */
export function tookWords(from: string, region: Region): string {
  if (!from) return 'edited';
  const n = from.split(', ').length;
  const of = region.rows.length;
  return of > 2 && n > 1 ? `took ${from} (${n} of ${of})` : `took ${from}`;
}

/** "A and C agree", of three reviews or more. */
export function whoAgrees(region: Region): string {
  if (region.rows.length < 3) return '';
  const most = majority(region);
  if (most === null && !allDiffer(region)) return 'no majority';
  if (most === null) return region.rows.length === 3 ? 'all three differ' : 'all differ';
  const camp = region.camps.find((one) => one.includes(most)) ?? [];
  return `${joined(camp.map((number) => letters[number] ?? ''))} agree`;
}

export function joined(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

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
  const rows = rowsOf(doc, ids);
  const [one, other] = [rows[0], rows.at(-1)];
  if (!one || !other) return '';
  if (doc.kind !== 'bitext') {
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
  const start = doc.kind !== 'bitext' ? startOf(doc, row) : null;
  return start === null ? `${numberOf(doc, row.id)}` : clock(start);
}

export function isTimed(doc: Doc): boolean {
  return doc.kind !== 'bitext' && doc.targetUnits.some((unit) => unit?.start_seconds != null);
}

/** The row of the result at a number, or at a time such as 3:15; null where the text is neither. */
export function rowAt(doc: Doc, text: string): string | null {
  if (isTimed(doc)) {
    const seconds = secondsTyped(text);
    if (seconds === null) return null;
    return doc.order.findLast((id) => (startOf(doc, rowOf(doc, id)) ?? Infinity) <= seconds) ?? doc.order[0] ?? null;
  }
  const number = numberTyped(text);
  if (number === null) return null;
  return doc.order[Math.min(doc.order.length, Math.max(1, number)) - 1] ?? null;
}
