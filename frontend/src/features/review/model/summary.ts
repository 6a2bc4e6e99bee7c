/**
 * The summary of a talk as it changes with every span: paper sentences ranked by the words spoken on them (Lev et al.
 * 2019, section 3.2), cut at a budget. Budgets in words or as a ratio take the threshold whose summary is nearest.
 */

import { type Doc, rowOf } from './document';
import { chipText, countWords } from './text';

export type Budget = { kind: 'sentences' | 'words' | 'ratio'; n: number };

export const budgets: readonly { label: string; budget: Budget }[] = [
  { label: '30 sent.', budget: { kind: 'sentences', n: 30 } },
  { label: '150 w', budget: { kind: 'words', n: 150 } },
  { label: '250 w', budget: { kind: 'words', n: 250 } },
  { label: '.3', budget: { kind: 'ratio', n: 0.3 } },
  { label: '.4', budget: { kind: 'ratio', n: 0.4 } },
];

/** Words spoken on each sentence of the paper, and seconds where times are known. */
export function spokenOn(doc: Doc): { words: number[]; seconds: number[] } {
  const words = new Array<number>(doc.sourceUnits.length).fill(0);
  const seconds = new Array<number>(doc.sourceUnits.length).fill(0);
  for (const row of doc.rows.values()) {
    if (row.source.length === 0) continue;
    const kept = row.target.filter((chip) => !chip.removed);
    const spoken = kept.reduce((n, chip) => n + countWords(chipText(chip, doc.targetUnits)), 0);
    const lasted = kept.reduce((n, chip) => n + chipSeconds(doc, chip), 0);
    for (const { unit } of row.source) {
      words[unit] = (words[unit] ?? 0) + spoken / row.source.length;
      seconds[unit] = (seconds[unit] ?? 0) + lasted / row.source.length;
    }
  }
  return { words, seconds };
}

function chipSeconds(doc: Doc, chip: { unit: number; start: number; end: number }): number {
  const unit = doc.targetUnits[chip.unit];
  if (unit?.start_seconds == null || unit.end_seconds == null) return 0;
  const length = Math.max(1, unit.text.length);
  return ((unit.end_seconds - unit.start_seconds) * (chip.end - chip.start)) / length;
}

/** When a piece begins: its first timed word, else the unit's share. Null where nothing is known. */
export function startSeconds(doc: Doc, id: string): number | null {
  const chip = rowOf(doc, id).target[0];
  const unit = chip && doc.targetUnits[chip.unit];
  if (!chip || !unit) return null;
  const word = unit.words?.find(([start, , seconds]) => start >= chip.start && seconds !== null);
  return word?.[2] ?? unit.start_seconds;
}

/** Words and signs, as the released program counts a summary's length. */
export function countTokens(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
}

/** Positions of the sentences in the summary, in the order of the paper. Ties go to the earlier sentence. */
export function summaryOf(doc: Doc, words: readonly number[], budget: Budget): number[] {
  const spoken = doc.sourceUnits.map((unit) => unit.position).filter((position) => (words[position] ?? 0) > 0);
  const ranked = spoken.sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0) || a - b);
  const take = (n: number) => ranked.slice(0, n).sort((a, b) => a - b);
  if (budget.kind === 'sentences') return take(budget.n);
  const length = (position: number) => countTokens(doc.sourceUnits[position]?.text ?? '');
  const size = budget.kind === 'words' ? length : () => 1;
  const wanted = budget.kind === 'words' ? budget.n : budget.n * doc.sourceUnits.length;
  return take(nearest(ranked, words, size, wanted));
}

/** How many of the ranked sentences come nearest to `wanted`, sentences of one count together. */
function nearest(
  ranked: readonly number[],
  words: readonly number[],
  size: (position: number) => number,
  wanted: number,
): number {
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let n = 1; n <= ranked.length; n += 1) {
    const position = ranked[n - 1] as number;
    total += size(position);
    const next = ranked[n];
    if (next !== undefined && words[next] === words[position]) continue;
    if (Math.abs(total - wanted) < distance) {
      distance = Math.abs(total - wanted);
      best = n;
    }
  }
  return best;
}

/** 0 to 5: how much was said on a sentence, against the most spoken one. */
export function heatOf(words: number, most: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (words <= 0 || most <= 0) return 0;
  return Math.min(5, Math.max(1, Math.ceil((5 * words) / most))) as 1 | 2 | 3 | 4 | 5;
}
