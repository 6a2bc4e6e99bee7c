/** Corrections of the imported texts: what stands where, how a text reads with them, and what somebody typed changes. */

import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { tokens } from '@/lib/difference';
import type { Chip, Correction, Side } from './types';

export interface Corrections {
  /** Those withdrawn too, in the order of the texts. */
  all: readonly Correction[];
  /** What stands, by side and unit. */
  standing: Readonly<Record<Side, ReadonlyMap<number, readonly Correction[]>>>;
  /** How often something was corrected or withdrawn: as the server counts it. */
  n: number;
}

export function correctionsOf(all: readonly Correction[]): Corrections {
  const standing = { source: new Map<number, Correction[]>(), target: new Map<number, Correction[]>() };
  let n = 0;
  for (const one of all) {
    n += one.withdrawn_at === null ? 1 : 2;
    if (one.withdrawn_at !== null) continue;
    const units = standing[one.side];
    units.set(one.unit, [...(units.get(one.unit) ?? []), one]);
  }
  return { all, standing, n };
}

interface CorrectedPart {
  kind: 'same' | 'del' | 'ins';
  text: string;
  key: string;
}

/**
 * A stretch of a unit's text, with what is corrected in it. What a correction says stands where the stretch that it
 * corrects ends: as in the export (reviewing/corrections.py).
 */
export function correctedParts(
  text: string,
  { start, end }: Pick<Chip, 'start' | 'end'>,
  corrections: readonly Pick<Correction, 'start' | 'end' | 'text'>[],
): CorrectedPart[] {
  const parts: CorrectedPart[] = [];
  let at = start;
  const add = (kind: CorrectedPart['kind'], part: string) => {
    if (part) parts.push({ kind, text: part, key: `${kind}${at}` });
  };
  for (const one of corrections) {
    if (one.end <= start || one.start >= end) continue;
    add('same', sliceCodePoints(text, at, Math.max(one.start, at)));
    at = Math.max(one.start, at);
    add('del', sliceCodePoints(text, at, Math.min(one.end, end)));
    if (one.end <= end) add('ins', one.text);
    at = Math.min(one.end, end);
  }
  add('same', sliceCodePoints(text, at, end));
  return parts;
}

export function correctedText(
  text: string,
  corrections: readonly Pick<Correction, 'start' | 'end' | 'text'>[],
): string {
  const parts = correctedParts(text, { start: 0, end: countCodePoints(text) }, corrections);
  return parts.map((part) => (part.kind === 'del' ? '' : part.text)).join('');
}

export interface TextChange {
  /** Code points of the imported text. */
  start: number;
  end: number;
  text: string;
  /** What stands there now and goes. */
  replaces: readonly Correction[];
}

/**
 * What has to be recorded so that a unit reads as typed: one stretch, from the first word that differs to the last (in
 * Japanese and Thai, characters). It takes in the corrections that it touches. Null where nothing differs.
 */
export function changeOf(
  text: string,
  corrections: readonly Correction[],
  typed: string,
  language: string,
): TextChange | null {
  const now = correctedText(text, corrections);
  if (typed === now) return null;
  const [first, last] = differing(now, typed, language);
  const pieces = piecesOf(text, corrections);
  // What a correction took away altogether is touched from both its sides.
  const touched = pieces.filter(
    ({ at, length, correction }) =>
      correction && (length === 0 ? first <= at && at <= last : first < at + length && at < last),
  );
  const from = Math.min(first, ...touched.map(({ at }) => at));
  const to = Math.max(last, ...touched.map(({ at, length }) => at + length));
  const within = pieces.filter(({ at, length, correction }) => !correction && from < at + length && at < to);
  return {
    start: Math.min(
      ...touched.map(({ start }) => start),
      ...within.map(({ at, start }) => start + Math.max(0, from - at)),
    ),
    end: Math.max(
      ...touched.map(({ end }) => end),
      ...within.map(({ at, length, start }) => start + Math.min(length, to - at)),
    ),
    text: sliceCodePoints(typed, from, countCodePoints(typed) - (countCodePoints(now) - to)),
    replaces: touched.flatMap(({ correction }) => correction ?? []),
  };
}

/** What a unit reads now, piece by piece: where each stands in that (`at`), and which imported text it stands for. */
interface Piece {
  at: number;
  length: number;
  start: number;
  end: number;
  correction: Correction | null;
}

function piecesOf(text: string, corrections: readonly Correction[]): Piece[] {
  const pieces: Piece[] = [];
  let [at, start] = [0, 0];
  const add = (length: number, end: number, correction: Correction | null) => {
    if (end > start) pieces.push({ at, length, start, end, correction });
    at += length;
    start = end;
  };
  for (const one of corrections) {
    add(one.start - start, one.start, null);
    add(countCodePoints(one.text), one.end, one);
  }
  const end = countCodePoints(text);
  add(end - start, end, null);
  return pieces;
}

/** The stretch of `now` that is another in `typed`, in code points: never empty where there is text, so that it has a place. */
function differing(now: string, typed: string, language: string): [number, number] {
  const [a, b] = [tokens(now, language), tokens(typed, language)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  if (head + tail === a.length && head > 0) head -= 1;
  else if (tail === a.length && tail > 0) tail -= 1;
  const count = (part: readonly string[]) => countCodePoints(part.join(''));
  return [count(a.slice(0, head)), count(a.slice(0, a.length - tail))];
}
