/** When words were spoken. Times are seconds from the start of a document's recording. */

import { countCodePoints } from '@/lib/codePoints';
import { type Doc, rowOf, unitsOf } from './document';
import type { Chip, Side, Unit } from './types';

export interface Span {
  start: number;
  end: number;
}

/** Shorter silences between two chips are played through. */
const pause = 0.5;

/**
 * A chip's time: from its first timed word to its last, whole where it is cut within one; else its share of the unit's.
 * Null where nothing is known. As in the excerpts of the server: tests/contract/chip_times.
 */
export function timeOf(chip: Pick<Chip, 'unit' | 'start' | 'end'>, units: readonly Unit[]): Span | null {
  const unit = units[chip.unit];
  if (!unit) return null;
  const words = unit.words?.filter(([start = 0, end = 0]) => start < chip.end && end > chip.start) ?? [];
  const [begin, end] = [words[0]?.[2], words.at(-1)?.[3]];
  if (begin !== undefined && end !== undefined) return { start: begin, end };
  if (unit.start_seconds === null || unit.end_seconds === null) return null;
  const length = Math.max(1, countCodePoints(unit.text));
  const [from, each] = [unit.start_seconds, (unit.end_seconds - unit.start_seconds) / length];
  const at = (place: number) => from + each * place;
  return { start: at(chip.start), end: at(chip.end) };
}

/** What to play of a row's side, in the order it was said; removed chips were said, so they are heard. */
export function spansOf(doc: Doc, row: string, side: Side): Span[] {
  return joined(rowOf(doc, row)[side].map((chip) => timeOf(chip, unitsOf(doc, side))));
}

/** Everything that was said about a sentence of the paper. */
export function spansAbout(doc: Doc, sentence: number): Span[] {
  const rows = [...doc.rows.values()].filter((row) => row.source.some((chip) => chip.unit === sentence));
  return joined(rows.flatMap((row) => row.target.map((chip) => timeOf(chip, doc.targetUnits))));
}

function joined(times: readonly (Span | null)[]): Span[] {
  const known = times.filter((time) => time !== null).sort((a, b) => a.start - b.start);
  const out: Span[] = [];
  for (const time of known) {
    const last = out.at(-1);
    if (last && time.start - last.end < pause) last.end = Math.max(last.end, time.end);
    else out.push({ ...time });
  }
  return out;
}
