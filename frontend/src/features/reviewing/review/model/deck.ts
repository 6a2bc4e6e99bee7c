/** The deck of a slides pair as its talk goes through it. */

import { stripped } from '@/lib/blanks';
import { countCodePoints } from '@/lib/codePoints';
import { type Doc, rowOf, unitNumber } from './document';
import { timeOf } from './times';
import type { Chip, Unit } from './types';

export interface Page {
  number: number;
  /** Position of its longest unit, which is the source of the page's rows, as on the server. */
  unit: number;
  /** Positions of all its units: what was put back from the import is a unit of its own. */
  units: readonly number[];
  /** Of all its units, as runs compare it. */
  text: string;
  /** As people see it: without blanks at its ends. */
  shown: string;
}

/** A line of a page, in code points of the unit that it is in. */
export interface Line {
  unit: number;
  start: number;
  end: number;
  text: string;
}

/** One showing of a page: consecutive rows about it. */
export interface Frame {
  page: Page;
  /** Which showing of the page it is, from 1; 0 for a page that no row is about. */
  time: number;
  rows: readonly string[];
}

const known = new WeakMap<Doc['sourceUnits'], readonly Page[]>();

/** The pages in order, as the server has them: tests/contract/pages. */
export function pagesOf({ sourceUnits }: Pick<Doc, 'sourceUnits'>): readonly Page[] {
  const before = known.get(sourceUnits);
  if (before) return before;
  const units = new Map<number, Unit[]>();
  for (const unit of sourceUnits) units.set(unitNumber(unit), [...(units.get(unitNumber(unit)) ?? []), unit]);
  const pages = [...units]
    .sort(([one], [other]) => one - other)
    .map(([number, on]): Page => {
      const positions = on.map(({ position }) => position);
      const text = on.map((unit) => unit.text).join('\n');
      const lengths = on.map((unit) => countCodePoints(stripped(unit.text)));
      const unit = positions[lengths.indexOf(Math.max(...lengths))] as number;
      return { number, unit, units: positions, text, shown: stripped(text) };
    });
  known.set(sourceUnits, pages);
  return pages;
}

/** The lines of a page that say something. */
export function linesOf({ sourceUnits }: Pick<Doc, 'sourceUnits'>, { units }: Page): readonly Line[] {
  return units.flatMap((unit) => {
    let end = -1;
    const lines = (sourceUnits[unit]?.text ?? '').split('\n').map((text): Line => {
      const start = end + 1;
      end = start + countCodePoints(text);
      return { unit, start, end, text };
    });
    return lines.filter(({ text }) => stripped(text) !== '');
  });
}

/** The page of a unit; null where there is none, as for a row without a slide. */
export function pageOf(doc: Doc, unit: number | null | undefined): Page | null {
  const at = unit == null ? undefined : doc.sourceUnits[unit];
  return (at && pagesOf(doc).find(({ number }) => number === unitNumber(at))) ?? null;
}

/** The showings in the order of the talk; a page that is never shown stands behind the one before it in the deck. */
export function framesOf(doc: Doc): readonly Frame[] {
  const pages = pagesOf(doc);
  const byUnit = new Map(doc.sourceUnits.map((unit) => [unit.position, unitNumber(unit)]));
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  const shown: { page: Page; time: number; rows: string[] }[] = [];
  const times = new Map<number, number>();
  let last: number | null = null;
  for (const id of doc.order) {
    const unit = rowOf(doc, id).source[0]?.unit;
    const number = unit === undefined ? null : (byUnit.get(unit) ?? null);
    const page = number === null ? undefined : byNumber.get(number);
    if (page && number === last) shown.at(-1)?.rows.push(id);
    else if (page) {
      const time = (times.get(page.number) ?? 0) + 1;
      times.set(page.number, time);
      shown.push({ page, time, rows: [id] });
    }
    last = number;
  }
  const behind = new Map<number, Frame[]>();
  let before = 0;
  for (const page of pages) {
    if (times.has(page.number)) before = page.number;
    else behind.set(before, [...(behind.get(before) ?? []), { page, time: 0, rows: [] }]);
  }
  return [
    ...(behind.get(0) ?? []),
    ...shown.flatMap((frame) => (frame.time === 1 ? [frame, ...(behind.get(frame.page.number) ?? [])] : [frame])),
  ];
}

/** A part of a unit that is said in a row. */
export interface Sentence {
  row: string;
  chip: Chip;
}

export function sentencesOf(doc: Doc, rows: readonly string[]): readonly Sentence[] {
  return rows.flatMap((row) =>
    rowOf(doc, row)
      .target.filter(({ removed }) => !removed)
      .map((chip) => ({ row, chip })),
  );
}

/** How many sentences rows hold, one that is cut counting once. */
export function countSentences(doc: Doc, rows: readonly string[]): number {
  return new Set(sentencesOf(doc, rows).map(({ chip }) => chip.unit)).size;
}

/** From when to when rows are said, in seconds; null where nothing is known. */
export function lastingOf(doc: Doc, rows: readonly string[]): readonly [number, number] | null {
  const times = sentencesOf(doc, rows).map(({ chip }) => timeOf(chip, doc.targetUnits));
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return null;
  return [Math.min(...known.map(({ start }) => start)), Math.max(...known.map(({ end }) => end))];
}
