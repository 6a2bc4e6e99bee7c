/**
 * Which sentences of a paper are in a summary, by the words that its talk spent on each (Lev et al. 2019, section 3.2):
 * as `alignment/summarize.py` chooses them. tests/contract/summary/ holds the two to each other.
 */

export type LengthKind = 'sentences' | 'words' | 'ratio' | 'importance' | 'hybrid';

/** How long a summary is to be. `n`: sentences or words, or a share from 0 to 1 for `ratio` and `importance`. */
export interface Length {
  kind: LengthKind;
  n: number;
}

/** A paper as its talk spent words on it; a sentence is an index of these lists. */
export interface SpokenPaper {
  /** Words spoken on each sentence. */
  words: readonly number[];
  /** Tokens of each sentence. */
  lengths: readonly number[];
  /** The distinct content words of each, as numbers. Only a hybrid summary needs them. */
  terms?: readonly (readonly number[])[];
  /** The sentences of the abstract. Only a hybrid summary needs them. */
  abstract?: readonly number[];
}

/** A sentence says nothing new if this share of its content words is already in the summary. */
const redundant = 0.7;

/** Sentences that were spoken about, most spoken first; ties go to the earlier. */
export function ranked(words: readonly number[]): number[] {
  const spoken = [...words.keys()].filter((sentence) => (words[sentence] ?? 0) > 0);
  return spoken.sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0) || a - b);
}

/** The sentences of the summary, in the order of the paper. */
export function summaryOf(paper: SpokenPaper, length: Length): number[] {
  return (length.kind === 'hybrid' ? hybrid(paper, length.n) : byRank(paper, length)).sort((a, b) => a - b);
}

/** How long sentences are together, as is said of a summary: words and signs, as the server counts them. */
export function lengthOf(lengths: SpokenPaper['lengths'], sentences: readonly number[]): number {
  return sentences.reduce((sum, sentence) => sum + (lengths[sentence] ?? 0), 0);
}

function byRank({ words, lengths }: SpokenPaper, { kind, n }: Length): number[] {
  const order = ranked(words);
  if (kind === 'sentences') return order.slice(0, n);
  if (kind === 'importance') {
    const least = n * words.reduce((sum, one) => sum + one, 0);
    return order.filter((sentence) => (words[sentence] ?? 0) >= least);
  }
  const size = kind === 'words' ? (sentence: number) => lengths[sentence] ?? 0 : () => 1;
  return order.slice(0, nearest(order, words, size, kind === 'words' ? n : n * words.length));
}

/** How many of the ranked sentences come nearest to `wanted`, sentences of one count together. */
function nearest(
  order: readonly number[],
  words: readonly number[],
  size: (sentence: number) => number,
  wanted: number,
): number {
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let n = 1; n <= order.length; n += 1) {
    const sentence = order[n - 1] as number;
    total += size(sentence);
    const next = order[n];
    if (next !== undefined && words[next] === words[sentence]) continue;
    if (Math.abs(total - wanted) < distance) {
      distance = Math.abs(total - wanted);
      best = n;
    }
  }
  return best;
}

/** The abstract, then the most spoken sentences that add something, up to so many words. */
function hybrid({ words, lengths, terms = [], abstract = [] }: SpokenPaper, most: number): number[] {
  const chosen = [...new Set(abstract)];
  const covered = new Set(chosen.flatMap((sentence) => terms[sentence] ?? []));
  let length = lengthOf(lengths, chosen);
  for (const sentence of ranked(words)) {
    const own = terms[sentence] ?? [];
    const long = lengths[sentence] ?? 0;
    if (own.length === 0 || chosen.includes(sentence) || length + long > most) continue;
    if (own.filter((term) => covered.has(term)).length >= redundant * own.length) continue;
    chosen.push(sentence);
    for (const term of own) covered.add(term);
    length += long;
  }
  return chosen;
}

/** 0 to 5: how much was said on a sentence, against the most spoken one. */
export function heatOf(words: number, most: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (words <= 0 || most <= 0) return 0;
  return Math.min(5, Math.max(1, Math.ceil((5 * words) / most))) as 1 | 2 | 3 | 4 | 5;
}
