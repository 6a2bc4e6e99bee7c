/** Generated texts as they are shown. Pure functions. */

import { isLive } from '@/api/work';
import { stripped } from '@/lib/blanks';
import { countCodePoints } from '@/lib/codePoints';
import type { Direction, GeneratedText, GenerationRun, Outlook } from './requests';

export interface TextPart {
  text: string;
  /** One of two or more words in a row that the other text has too. */
  isShared: boolean;
  /** A number or a name that stands in no source. */
  isUnsupported: boolean;
}

const single = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff`;
const word = new RegExp(String.raw`[${single}\uf900-\ufaff]|(?:(?![${single}])[\p{L}\p{N}])+`, 'gu');

interface Token {
  word: string;
  start: number;
  end: number;
}

/** As ROUGE splits texts (tests/contract/rouge_words): each Han or kana character is a word. */
export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(word)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

const pairsOf = (tokens: readonly Token[]) => tokens.slice(1).map((token, at) => `${tokens[at]?.word} ${token.word}`);

/** What `sharedIn` finds, in words. */
export const sharedMeans = 'Underlined: two or more words in a row that both have.';

/** The stretches of a text, in UTF-16 units, that another has too: two words or more in a row. */
function sharedIn(text: string, other: string): [start: number, end: number][] {
  const tokens = tokensOf(text);
  const there = new Set(pairsOf(tokensOf(other)));
  const stretches: [number, number][] = [];
  for (const [at, pair] of pairsOf(tokens).entries()) {
    const [from, to] = [tokens[at], tokens[at + 1]];
    if (!from || !to || !there.has(pair)) continue;
    const last = stretches.at(-1);
    if (last && last[1] === from.end) last[1] = to.end;
    else stretches.push([from.start, to.end]);
  }
  return stretches;
}

/** A text in parts, by what another text has too and by marks of the server, which are in code points. */
export function partsOf(text: string, other: string, unsupported: readonly (readonly number[])[] = []): TextPart[] {
  const shared = sharedIn(text, other);
  const units = unitsOf(text);
  const marks = unsupported.map(([start = 0, end = 0]) => [units[start] ?? 0, units[end] ?? text.length] as const);
  const cuts = [...new Set([0, text.length, ...shared.flat(), ...marks.flat()])].sort((a, b) => a - b);
  const [inShared, inMarks] = [within(shared), within(marks)];
  return cuts.slice(1).map((end, number) => {
    const start = cuts[number] ?? 0;
    return { text: text.slice(start, end), isShared: inShared(start), isUnsupported: inMarks(start) };
  });
}

/** Where each code point begins, in UTF-16 units, and where the text ends. */
function unitsOf(text: string): number[] {
  const units = [0];
  for (const char of text) units.push((units.at(-1) ?? 0) + char.length);
  return units;
}

/** Whether a place is within one of some ranges that ascend; asked of places that ascend. */
function within(ranges: readonly (readonly [start: number, end: number])[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
  };
}

export interface Shown {
  onlyUnsupported: boolean;
  lowestFirst: boolean;
}

/** The slides that are shown, in their order. Those without a text come last where the lowest come first. */
export function shownOf(texts: readonly GeneratedText[], { onlyUnsupported, lowestFirst }: Shown): GeneratedText[] {
  const kept = texts.filter((one) => !onlyUnsupported || one.unsupported.length > 0);
  return lowestFirst ? kept.toSorted((a, b) => (a.rouge_l ?? 2) - (b.rouge_l ?? 2)) : kept;
}

export const directions: Record<Direction, { label: string; material: string; reference: string }> = {
  slide_to_script: { label: 'Slide → script', material: 'Slide', reference: 'As spoken' },
  script_to_slide: { label: 'Script → slide', material: 'As spoken', reference: 'Slide' },
};

/** As the server counts them before it knows. */
const charactersPerToken = 4;

/**
 * What leaves the site with a prompt that somebody has changed: it goes along with each slide, without blanks at its ends
 * (tests/contract/prompts).
 */
export function sentWith(outlook: Outlook, prompt: string): { characters: number; tokens: number } {
  const more = countCodePoints(stripped(prompt)) - countCodePoints(outlook.prompt);
  const characters = outlook.n_characters + more * outlook.n_slides;
  return { characters, tokens: Math.ceil(characters / charactersPerToken) };
}

/** What was sent for a slide, beside the prompt. */
export function sentOf(text: GeneratedText, direction: Direction): string {
  const head = direction === 'slide_to_script' ? 'Slide' : 'Spoken on the slide';
  const paper = text.paper.map((sentence) => `- ${sentence}`).join('\n');
  return `${head}:\n${text.material}${paper && `\n\nSentences of the paper:\n${paper}`}`;
}

export const missing = (run: GenerationRun) => run.n_slides - run.n_texts;

/** Whether what is missing can be asked for, or texts of a run that was stopped may not be compared yet. */
export const canGoOn = (run: GenerationRun) =>
  !isLive(run) && (run.state !== 'succeeded' || (!run.is_imported && missing(run) > 0));

/** Ids of the texts that there are: what raters can be asked about. */
export const ratable = (texts: readonly GeneratedText[]) =>
  texts.filter(({ text }) => text !== null).map(({ id }) => id);
