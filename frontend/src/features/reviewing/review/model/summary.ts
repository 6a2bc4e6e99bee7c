/**
 * The summary of a talk as it changes with every span: paper sentences ranked by the words spoken on them (Lev et al.
 * 2019, section 3.2), cut at a budget. Budgets in words or as a ratio take the threshold whose summary is nearest.
 * The words, the lengths and the ties are the server's, so that this is what it will say of the same rows.
 */

import { shortFigure } from '@/lib/format';
import { summaryOf as chosenFor, type Length } from '@/lib/summary';
import { ratioBudgets, wordBudgets } from '@/lib/summaryLengths';
import { type Doc, rowOf } from './document';
import { timeOf } from './times';

export { heatOf } from '@/lib/summary';

type Budget = Length & { kind: 'sentences' | 'words' | 'ratio' };

export interface LabelledBudget {
  label: string;
  budget: Budget;
}

const withoutDefault: readonly LabelledBudget[] = [
  ...wordBudgets.map((n) => ({ label: `${n} w`, budget: { kind: 'words', n } as const })),
  ...ratioBudgets.map((n) => ({ label: shortFigure(n), budget: { kind: 'ratio', n } as const })),
];

/** The lengths to choose from. `sentences`: the server's default; null while it is not known. */
export function budgetsOf(sentences: number | null): readonly LabelledBudget[] {
  if (sentences === null) return withoutDefault;
  return [{ label: `${sentences} sent.`, budget: { kind: 'sentences', n: sentences } }, ...withoutDefault];
}

/**
 * For each sentence of the paper the words, as the run counts them, of the spans that are about it, and their seconds
 * where times are known. What was taken out counts nowhere; a span about several sentences counts for each.
 */
export function spokenOn(doc: Doc): { words: number[]; seconds: number[] } {
  const words = new Array<number>(doc.sourceUnits.length).fill(0);
  const seconds = new Array<number>(doc.sourceUnits.length).fill(0);
  for (const row of doc.rows.values()) {
    const kept = row.target.filter((chip) => !chip.removed);
    const spoken = kept.reduce((n, chip) => n + countedIn(doc, chip), 0);
    const times = touching(kept).map((chip) => timeOf(chip, doc.targetUnits));
    const lasted = times.reduce((n, time) => n + (time ? time.end - time.start : 0), 0);
    for (const unit of new Set(row.source.map((chip) => chip.unit))) {
      words[unit] = (words[unit] ?? 0) + spoken;
      seconds[unit] = (seconds[unit] ?? 0) + lasted;
    }
  }
  return { words, seconds };
}

interface Part {
  unit: number;
  start: number;
  end: number;
}

/** Those that touch in one unit as one, as in the excerpts of the server: a word that is cut between them is one. */
function touching(chips: readonly Readonly<Part>[]): Part[] {
  const parts: Part[] = [];
  for (const { unit, start, end } of [...chips].sort((a, b) => a.unit - b.unit || a.start - b.start)) {
    const last = parts.at(-1);
    if (last?.unit === unit && last.end === start) last.end = end;
    else parts.push({ unit, start, end });
  }
  return parts;
}

function countedIn(doc: Doc, { unit, start, end }: { unit: number; start: number; end: number }): number {
  const counted = doc.targetUnits[unit]?.counted ?? [];
  return counted.reduce((n, at) => n + (at >= start && at < end ? 1 : 0), 0);
}

/** When a row begins: its first timed word, else the unit's share. Null where nothing is known. */
export function startSeconds(doc: Doc, id: string): number | null {
  const [chip] = rowOf(doc, id).target;
  return chip ? (timeOf(chip, doc.targetUnits)?.start ?? null) : null;
}

/** The length of each sentence of the paper. */
export const lengthsOf = (doc: Doc): number[] => doc.sourceUnits.map((unit) => unit.n_tokens ?? 0);

/** Positions of the sentences in the summary, in the order of the paper. Ties go to the earlier sentence. */
export function summaryOf(doc: Doc, words: readonly number[], budget: Budget): number[] {
  return chosenFor({ words, lengths: lengthsOf(doc) }, budget);
}

/**
 * Why a summary is longer than its budget, in words for the person; null where it is not. `reached` and `wanted` in the
 * budget's unit. Sentences are taken whole, those of one count together, and the nearest length may lie beyond.
 */
export function crossingOf(
  chosen: readonly number[],
  words: readonly number[],
  reached: number,
  wanted: number,
): string | null {
  if (reached <= wanted) return null;
  const least = Math.min(...chosen.map((position) => words[position] ?? 0));
  const last = chosen.filter((position) => words[position] === least).length;
  return last === 1 ? 'the last sentence crosses the budget' : `the last ${last}, equally spoken, cross the budget`;
}
