/** A summary in its paper: which sentences stand on the page, what differs from another, and the curve of lengths. */

import type { Excerpt, Sheet } from '@/features/summaries/requests/summaries';
import { type Length, ranked, type SpokenPaper, summaryOf } from '@/lib/summary';

export type Show = 'spoken' | 'chosen' | 'changed' | 'wrong' | 'all';
export type Change = 'in' | 'out' | null;

export function paperOf(sheet: Sheet): SpokenPaper {
  return {
    words: sheet.sentences.map(({ n_words }) => n_words),
    lengths: sheet.sentences.map(({ n_tokens }) => n_tokens),
    terms: sheet.sentences.map(({ terms }) => terms),
    abstract: sheet.abstract,
  };
}

/** The excerpts about each sentence, in the order of the talk. */
export function excerptsBySentence(sheet: Sheet): Map<number, Excerpt[]> {
  const bySentence = new Map<number, Excerpt[]>();
  for (const excerpt of sheet.excerpts) {
    for (const sentence of excerpt.sentences) bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), excerpt]);
  }
  return bySentence;
}

/** The rank of each sentence that is chosen, from 1. */
export function ranksOf(paper: SpokenPaper, chosen: readonly number[]): Map<number, number> {
  const is = new Set(chosen);
  const spoken = ranked(paper.words).filter((sentence) => is.has(sentence));
  const silent = chosen.filter((sentence) => (paper.words[sentence] ?? 0) === 0);
  return new Map([...spoken, ...silent].map((sentence, i) => [sentence, i + 1]));
}

/** Words of the summary of the 1, 2, 3, ... most spoken sentences. */
export function curveOf(paper: SpokenPaper, most: number): number[] {
  let total = 0;
  return ranked(paper.words)
    .slice(0, most)
    .map((sentence) => {
      total += paper.lengths[sentence] ?? 0;
      return total;
    });
}

export interface Comparison {
  both: number;
  onlyHere: number[];
  onlyThere: number[];
  tau: number | null;
}

/** What two summaries of one length choose differently, and how alike the two rank the sentences. */
export function compare(here: SpokenPaper, there: SpokenPaper, length: Length): Comparison {
  const mine = new Set(summaryOf(here, length));
  const theirs = new Set(summaryOf(there, length));
  return {
    both: [...mine].filter((sentence) => theirs.has(sentence)).length,
    onlyHere: [...mine].filter((sentence) => !theirs.has(sentence)),
    onlyThere: [...theirs].filter((sentence) => !mine.has(sentence)),
    tau: kendall(here.words, there.words),
  };
}

/** Kendall's tau-b over the sentences that either speaks about; null where it is undefined. */
export function kendall(one: readonly number[], other: readonly number[]): number | null {
  const about = [...one.keys()].filter((i) => (one[i] ?? 0) > 0 || (other[i] ?? 0) > 0);
  let [concordant, discordant, tiedOne, tiedOther] = [0, 0, 0, 0];
  for (let i = 0; i < about.length; i += 1) {
    for (let j = i + 1; j < about.length; j += 1) {
      const [a, b] = [about[i] as number, about[j] as number];
      const x = Math.sign((one[a] ?? 0) - (one[b] ?? 0));
      const y = Math.sign((other[a] ?? 0) - (other[b] ?? 0));
      if (x === 0) tiedOne += 1;
      if (y === 0) tiedOther += 1;
      if (x * y > 0) concordant += 1;
      else if (x * y < 0) discordant += 1;
    }
  }
  const n = (about.length * (about.length - 1)) / 2;
  const scale = Math.sqrt((n - tiedOne) * (n - tiedOther));
  return scale === 0 ? null : (concordant - discordant) / scale;
}

/** A line of the page: a sentence, the head of a section, or sentences in a row that are folded. */
export type Line =
  | { kind: 'sentence'; position: number }
  | { kind: 'section'; section: number }
  | { kind: 'fold'; from: number; to: number };

/**
 * The lines of the page. `shown`: the sentences that stand on it; `unfolded`: the first sentences of folds that are open.
 * By rank there are neither sections nor folds.
 */
export function linesOf(
  sheet: Sheet,
  shown: ReadonlySet<number>,
  unfolded: ReadonlySet<number>,
  folds: boolean,
): Line[] {
  const lines: Line[] = [];
  let section: number | null = null;
  let at = 0;
  while (at < sheet.sentences.length) {
    const sentence = sheet.sentences[at] as Sheet['sentences'][number];
    const begin = at;
    while (at < sheet.sentences.length && !shown.has(at) && sheet.sentences[at]?.section === sentence.section) at += 1;
    const hidden = at - begin;
    if (hidden > 0 && !folds) continue;
    if (sentence.section !== null && sentence.section !== section) {
      section = sentence.section;
      lines.push({ kind: 'section', section });
    }
    if (hidden > 0 && !unfolded.has(begin)) {
      lines.push({ kind: 'fold', from: begin, to: at - 1 });
      continue;
    }
    for (let n = 0; n < Math.max(hidden, 1); n += 1) lines.push({ kind: 'sentence', position: begin + n });
    if (hidden === 0) at += 1;
  }
  return lines;
}

/** Words and seconds spoken on the sentences of a section; seconds are null without times. */
export function spokenIn(sheet: Sheet, section: number): { words: number; seconds: number | null; any: boolean } {
  const inIt = new Set(sheet.sentences.filter((one) => one.section === section).map(({ position }) => position));
  const words = sheet.sentences.reduce((sum, one) => sum + (one.section === section ? one.n_words : 0), 0);
  const excerpts = sheet.excerpts.filter(({ sentences }) => sentences.some((sentence) => inIt.has(sentence)));
  const timed = excerpts.filter(({ seconds }) => seconds !== null);
  return {
    words,
    seconds: timed.length > 0 ? timed.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0) : null,
    any: words > 0 || excerpts.length > 0,
  };
}

/** Those of a sentence that a key judges: the first that nobody judged, else all of them. */
export function toJudge(excerpts: readonly Excerpt[]): Excerpt[] {
  const open = excerpts.find(({ is_right }) => is_right === null);
  return open ? [open] : [...excerpts];
}

/** Above so many excerpts of a sentence, the later ones are folded, down to the first few. */
const MOST_EXCERPTS = 8;
const FIRST_EXCERPTS = 6;

/** How many excerpts of a sentence are shown before the rest is asked for; the next to be judged is among them. */
export function shownAtFirst(excerpts: readonly Excerpt[], canJudge: boolean): number {
  if (excerpts.length <= MOST_EXCERPTS) return excerpts.length;
  const next = canJudge ? excerpts.findIndex(({ is_right }) => is_right === null) : -1;
  return Math.max(FIRST_EXCERPTS, next + 1);
}

/** Half of the longest label below the curve, and an end beside it, in its units. */
const LABEL = 38;
const END = 20;

/** Whether the first and the last number below the curve have room beside the label, whose middle is at `here`. */
export function endsBeside(here: number, width: number): { first: boolean; last: boolean } {
  return { first: here - LABEL > END, last: here + LABEL < width - END };
}

/** Which sentences each way of showing leaves on the page, but for what stands around them. */
export function setsOf(
  sheet: Sheet,
  excerpts: ReadonlyMap<number, readonly Excerpt[]>,
  chosen: readonly number[],
  changes: ReadonlyMap<number, Change>,
): Record<Show, readonly number[]> {
  return {
    spoken: sheet.sentences.filter(({ n_words }) => n_words > 0).map(({ position }) => position),
    chosen,
    changed: [...changes.keys()],
    wrong: [...excerpts]
      .filter(([, all]) => all.some(({ is_right }) => is_right === false))
      .map(([position]) => position),
    all: sheet.sentences.map(({ position }) => position),
  };
}

/** By sentence, whether only this summary has it, or only the other. */
export function changesOf(comparison: Comparison | null): Map<number, Change> {
  return new Map<number, Change>([
    ...(comparison?.onlyHere ?? []).map((one) => [one, 'in'] as const),
    ...(comparison?.onlyThere ?? []).map((one) => [one, 'out'] as const),
  ]);
}

/** `shown` in the order of ranks: the most spoken first, then those chosen for another reason. */
export function linesByRank(words: readonly number[], chosen: readonly number[], shown: ReadonlySet<number>): Line[] {
  const order = new Set([...ranked(words), ...chosen]);
  return [...order].filter((one) => shown.has(one)).map((position) => ({ kind: 'sentence', position }));
}
