/** Lines of a CSV and what is wrong with them. Pure functions. */

import type { ApiFault } from '@/api/client';

/** Of a long file in which nothing is wrong, so many lines are shown. */
const mostShown = 60;
/** Shorter files are shown whole. */
const short = 14;
const neighbours = 3;

/** As the server counts them (tests/contract/lines), without empty ones at the end. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  return lines.slice(0, Math.max(1, lines.findLastIndex((line) => line !== '') + 1));
}

/** The faults that have a line, by its number. */
export function faultsByLine(faults: readonly ApiFault[]): ReadonlyMap<number, ApiFault> {
  return new Map(faults.flatMap((fault) => (fault.line ? [[fault.line, fault] as const] : [])));
}

/**
 * Numbers of the lines to show, ascending: those about which there is something to say, with their neighbours, or the
 * first ones where there is nothing to say.
 */
export function linesShown(n: number, marked: readonly number[]): number[] {
  const all = (most: number) => Array.from({ length: Math.min(n, most) }, (_, index) => index + 1);
  if (n <= short || marked.length === 0) return all(n <= short ? short : mostShown);
  const near = new Set([1]);
  for (const line of marked) {
    for (let each = line - neighbours; each <= line + neighbours; each++) if (each >= 1 && each <= n) near.add(each);
  }
  return [...near].sort((a, b) => a - b);
}
