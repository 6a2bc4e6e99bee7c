/**
 * Key sentences of a page by ROUGE, as `alignment/slides/key_sentences.py` chooses them; tests/contract/key_sentences/
 * holds both to each other. ROUGE is the mean F1 of ROUGE-1 and ROUGE-2 against the page's text.
 */

import { stem } from './porter';

/** What is left out, and how many sentences of a page are chosen; null takes all that raise ROUGE. */
export interface KeyOptions {
  readonly min_page_words: number;
  readonly min_sentence_words: number;
  readonly min_rouge: number;
  readonly max_sentences: number | null;
}

export type Dropped = '' | 'short_page' | 'no_sentences' | 'low_rouge';

/** `dropped`: why a page has no key sentences; empty where it has. */
export interface Choice {
  chosen: readonly number[];
  gains: readonly number[];
  rouge: number;
  nPageWords: number;
  nShortSentences: number;
  dropped: Dropped;
}

const single = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff`;
const word = new RegExp(String.raw`[${single}\uf900-\ufaff]|(?:(?![${single}])[\p{L}\p{N}])+`, 'gu');
const stemmed = /^[a-z0-9]{4,}$/;
/** A sum of two shares that is no larger than another, but for how computers count. */
const smallest = 1e-12;

/** Few words are most of a talk. */
const stems = new Map<string, string>();

/** The words of a text as ROUGE compares them (tests/contract/rouge_words). */
export function rougeWords(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(word)].map(([each]) => {
    const known = stems.get(each);
    if (known !== undefined) return known;
    const own = stemmed.test(each) ? stem(each) : each;
    stems.set(each, own);
    return own;
  });
}

/** ROUGE-1 of two texts: the F1 of their words. */
export function rouge1(one: string, other: string): number {
  const [expected, words] = [rougeWords(one), rougeWords(other)];
  const left = new Map(countsOf(expected));
  let matches = 0;
  for (const each of words) {
    const n = left.get(each) ?? 0;
    if (n > 0) matches += 1;
    left.set(each, n - 1);
  }
  return (2 * matches) / Math.max(1, expected.length + words.length);
}

/** N-grams of one order: how often the page has each, and what each sentence has of them. */
interface Order {
  expected: readonly number[];
  nExpected: number;
  each: readonly { counts: readonly (readonly [gram: number, n: number])[]; size: number }[];
}

/** Sentences beside the text of their page. */
export interface Compared {
  nWords: readonly number[];
  nPageWords: number;
  orders: readonly Order[];
}

export function compared(sentences: readonly string[], page: string): Compared {
  const spoken = sentences.map(rougeWords);
  const wanted = rougeWords(page);
  const orders = [(words: readonly string[]) => words, pairsOf].map((grams): Order => {
    const expected = grams(wanted);
    const counts = countsOf(expected);
    const at = new Map([...counts.keys()].map((gram, index) => [gram, index]));
    const each = spoken.map((words) => {
      const own = grams(words);
      const shared = [...countsOf(own)].filter(([gram]) => at.has(gram));
      return { counts: shared.map(([gram, n]) => [at.get(gram) as number, n] as const), size: own.length };
    });
    return { expected: [...counts.values()], nExpected: expected.length, each };
  });
  return { nWords: spoken.map(({ length }) => length), nPageWords: wanted.length, orders };
}

/** Adds sentences one by one, each the one that raises ROUGE most, the earlier one of two, until none raises it. */
export function chooseKeySentences(of: Compared, options: KeyOptions): Choice {
  const may = of.nWords.map((n) => n >= options.min_sentence_words);
  const added = new Added(of);
  const chosen = added.greedy(may, options.max_sentences ?? Number.POSITIVE_INFINITY, true);
  const isLow = chosen.length === 0 || added.rouge < options.min_rouge;
  const dropped =
    of.nPageWords < options.min_page_words
      ? 'short_page'
      : !may.includes(true)
        ? 'no_sentences'
        : isLow
          ? 'low_rouge'
          : '';
  return {
    chosen,
    gains: added.gains(may),
    rouge: added.rouge,
    nPageWords: of.nPageWords,
    nShortSentences: may.filter((is) => !is).length,
    dropped,
  };
}

/**
 * What each sentence adds where some are marked: these in the order in which they add most, as if they were chosen so;
 * the others, how much they would add to them. 0 for those that are too short to be chosen.
 */
export function gainsOf(
  of: Compared,
  marked: readonly boolean[],
  options: KeyOptions,
): Pick<Choice, 'gains' | 'rouge'> {
  const added = new Added(of);
  added.greedy(marked, Number.POSITIVE_INFINITY, false);
  return { gains: added.gains(of.nWords.map((n) => n >= options.min_sentence_words)), rouge: added.rouge };
}

/** The sentences that are added, with the ROUGE of all of them. */
class Added {
  rouge = 0;
  private readonly raised = new Map<number, number>();
  private readonly orders: readonly (Order & { total: number[]; matches: number; length: number })[];

  constructor(private readonly of: Compared) {
    this.orders = of.orders.map((order) => ({ ...order, total: order.expected.map(() => 0), matches: 0, length: 0 }));
  }

  /** Adds at most so many of those that may be; where each must raise ROUGE, until none does. */
  greedy(may: readonly boolean[], most: number, mustRaise: boolean): readonly number[] {
    const chosen: number[] = [];
    while (chosen.length < most) {
      let [best, score] = [-1, -1];
      may.forEach((is, index) => {
        if (!is || this.raised.has(index)) return;
        const reached = this.with(index);
        if (reached > score) [best, score] = [index, reached];
      });
      if (best < 0 || (mustRaise && score <= this.rouge + smallest)) break;
      this.add(best, score);
      chosen.push(best);
    }
    return chosen;
  }

  gains(may: readonly boolean[]): readonly number[] {
    return this.of.nWords.map((_, index) => this.raised.get(index) ?? (may[index] ? this.with(index) - this.rouge : 0));
  }

  /** ROUGE with one more sentence. */
  private with(index: number): number {
    let sum = 0;
    for (const order of this.orders) {
      const { counts, size } = order.each[index] as Order['each'][number];
      let matches = order.matches;
      for (const [gram, n] of counts) matches += newMatches(order, gram, n);
      sum += (2 * matches) / Math.max(order.length + size + order.nExpected, 1);
    }
    return sum / this.orders.length;
  }

  private add(index: number, reached: number): void {
    for (const order of this.orders) {
      const { counts, size } = order.each[index] as Order['each'][number];
      for (const [gram, n] of counts) {
        order.matches += newMatches(order, gram, n);
        order.total[gram] = (order.total[gram] ?? 0) + n;
      }
      order.length += size;
    }
    this.raised.set(index, reached - this.rouge);
    this.rouge = reached;
  }
}

/** A gram counts as often as the page has it. */
function newMatches({ total, expected }: Order & { total: readonly number[] }, gram: number, n: number): number {
  const [before, most] = [total[gram] ?? 0, expected[gram] ?? 0];
  return Math.min(before + n, most) - Math.min(before, most);
}

/** Words have no spaces. */
function pairsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).map((next, index) => `${words[index]} ${next}`);
}

function countsOf(grams: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}
