/** Lines of a CSV and what is wrong with them. Pure functions. */

import type { ApiFault } from '@/api/client';

/** Up to so many lines are all shown; of more, those about which there is something to say, with their neighbours. */
const mostShown = 60;
const neighbours = 3;

export function linesOf(text: string): string[] {
  return text.replace(/(?:\r?\n)+$/, '').split(/\r?\n/);
}

/** The faults that have a line, by its number. */
export function faultsByLine(faults: readonly ApiFault[]): ReadonlyMap<number, ApiFault> {
  return new Map(faults.flatMap((fault) => (fault.line ? [[fault.line, fault] as const] : [])));
}

/** Numbers of the lines to show, ascending. marked: those about which there is something to say. */
export function linesShown(n: number, marked: Iterable<number>): number[] {
  if (n <= mostShown) return Array.from({ length: n }, (_, index) => index + 1);
  const near = new Set([1, n]);
  for (const line of marked) {
    for (let each = line - neighbours; each <= line + neighbours; each++) if (each >= 1 && each <= n) near.add(each);
  }
  for (let each = 1; near.size < mostShown && each <= n; each++) near.add(each);
  return [...near].sort((a, b) => a - b);
}
