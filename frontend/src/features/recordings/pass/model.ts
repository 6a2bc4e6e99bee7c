/** A pass as pure functions: which masks are answered, what comes next, which words of the paper are like a reading. */

import { keys } from './keys';
import type { Answer, Line, Mask, PassContent } from './requests';

export type Answers = ReadonlyMap<string, Answer>;
export type Filter = 'all' | 'open' | 'differ' | 'terms' | 'unintelligible' | 'flagged' | 'stale';

const filters: readonly Filter[] = ['all', 'open', 'differ', 'terms', 'unintelligible', 'flagged', 'stale'];

const common = {
  terms: 'Names and terms',
  unintelligible: 'Unintelligible',
  flagged: 'Flagged',
  stale: 'Written to check',
};

/** What a filter is called: a first pass fills where recognisers differ, a second one combines their readings with its answers. */
export const filterWords = (isSecond: boolean): Record<Filter, string> =>
  isSecond
    ? { all: 'All', open: 'To combine', differ: 'Differ', ...common }
    : { all: 'Differ', open: 'To fill', differ: '', ...common };

export function numberOf(masks: readonly Mask[]): ReadonlyMap<string, number> {
  return new Map(masks.map(({ code }, at) => [code, at]));
}

export function masksOf(line: Line): string[] {
  return line.parts.flatMap(({ mask }) => (mask === undefined ? [] : [mask]));
}

export function isIn(filter: Filter, mask: Mask | undefined, answer: Answer | undefined): boolean {
  if (filter === 'terms') return mask?.has_term === true;
  if (filter === 'differ') return mask !== undefined && mask.b !== null && mask.a !== mask.b;
  if (filter === 'open') return answer === undefined;
  if (filter === 'unintelligible') return answer?.choice === 'unintelligible';
  if (filter === 'flagged') return answer?.is_flagged === true;
  if (filter === 'stale') return answer?.is_stale === true;
  return true;
}

export function counted(masks: readonly Mask[], answers: Answers): Record<Filter, number> {
  const counts = Object.fromEntries(filters.map((name) => [name, 0])) as Record<Filter, number>;
  for (const mask of masks)
    for (const filter of filters) if (isIn(filter, mask, answers.get(mask.code))) counts[filter] += 1;
  return counts;
}

/** What a pass can be narrowed down to. What there are none of is not offered, unless it is what is `chosen`. */
export function filtersOf(isSecond: boolean, counts: Record<Filter, number>, chosen: Filter): Filter[] {
  return filters.filter((name) => {
    if (name === 'all' || name === 'open') return true;
    if (name === 'terms' ? isSecond : !isSecond && name !== 'unintelligible') return false;
    return counts[name] > 0 || name === chosen;
  });
}

/** Whether what was typed has no word that neither reading has. */
export function isFromBoth(mask: Mask, answer: Answer): boolean {
  const heard = new Set(`${mask.a ?? ''} ${mask.b ?? ''}`.toLowerCase().split(/\s+/));
  return (answer.text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => heard.has(word));
}

/** Which forms of a line a second pass shows. */
export type Layers = 'spoken' | 'written' | 'both';

/** What a device has kept of it, whatever that is. */
export const layersFrom = (kept: unknown): Layers => (kept === 'spoken' || kept === 'written' ? kept : 'both');

/** The next mask from here that is in a filter, around the end; the same one where there is no other. */
export function nextIn(
  masks: readonly Mask[],
  answers: Answers,
  from: number,
  filter: Filter = 'open',
  step: 1 | -1 = 1,
): number {
  const n = masks.length;
  for (let away = 1; away <= n; away += 1) {
    const at = (((from + step * away) % n) + n) % n;
    if (isIn(filter, masks[at], answers.get(masks[at]?.code ?? ''))) return at;
  }
  return from;
}

/** Stands in a text where nobody could hear what was said, as the server writes it. */
export const notHeard = '[???]';

/** What an answer is shown as in its line. */
export function shownAs(answer: Answer | undefined): string | null {
  if (!answer) return null;
  if (answer.choice === 'unintelligible') return '[unintelligible]';
  if (answer.choice === 'nothing') return '[nothing]';
  return answer.text ?? '';
}

/** What taking a side gives; null where there is nothing to take. */
export function taken(mask: Mask, side: 'a' | 'b'): Pick<Answer, 'choice' | 'text'> | null {
  const text = side === 'a' ? mask.a : mask.b;
  if (text === null) return null;
  if (text === '')
    return { choice: side === 'b' && mask.b_choice ? (mask.b_choice as 'nothing') : 'nothing', text: '' };
  return { choice: side, text };
}

/** What the field starts with: the answer there is, else the better reading. */
export function startOf(mask: Mask, answer: Answer | undefined): string {
  if (answer) return answer.text ?? '';
  return (mask.better === 'a' ? mask.a : mask.b) ?? mask.a ?? mask.b ?? '';
}

/** Letters that have to change, over the length of the longer. */
export function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let row = b.map((_, at) => at + 1);
  for (const [i, letter] of a.entries()) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, diagonal + (letter === b[j] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return (row.at(-1) ?? a.length) / Math.max(a.length, b.length, 1);
}

/** Of them, as many as there are keys. */
export const mostNearby = keys.word.length;
const farthest = 0.5;

/** Words of the papers and slides that what was heard may have been, the most alike first. */
export function nearby(mask: Mask, words: PassContent['words']): PassContent['words'] {
  const readings = [mask.a, mask.b].flatMap((text) => (text ? [text, ...text.split(/\s+/)] : []));
  const joined = [mask.a, mask.b].flatMap((text) => (text?.includes(' ') ? [text.replaceAll(' ', '')] : []));
  return words
    .map((word) => ({ word, far: Math.min(1, ...[...readings, ...joined].map((text) => distance(text, word.word))) }))
    .filter(({ word, far }) => far <= farthest && word.word !== mask.a && word.word !== mask.b)
    .sort((one, other) => one.far - other.far || other.word.n - one.word.n)
    .slice(0, mostNearby)
    .map(({ word }) => word);
}

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A text with the digit before the caret, if there is one, as its word: what Tab offers in the spoken form. */
export function digitAsWord(text: string): { offer: string; text: string } | null {
  const found = /(^|\s)(\d)$/.exec(text);
  const word = found?.[2] === undefined ? undefined : digits[Number(found[2])];
  if (!found || !word) return null;
  return { offer: `${found[2]} → ${word}`, text: `${text.slice(0, text.length - 1)}${word}` };
}

export function pageAt(slides: PassContent['slides'], seconds: number): { page: number; start: number } | null {
  const found = slides?.stretches.findLast(({ start, end }) => start <= seconds && (end === null || seconds < end));
  return found ? { page: found.page, start: found.start } : null;
}
