/** Passages as they are answered. Pure functions. */

import type { Got } from '@/api/types';
import { figure } from '@/lib/format';
import type { Answers } from './requests';

export type Found = NonNullable<Got<'Passages'>['passages']>;
export type Place = Found['places'][number];

export type { Answers };

/** Sentences that are proposed for a place at most. */
export const most = 3;

export interface Candidate {
  sentence: number;
  /** Null for one that a person added and that is not among the nearest. */
  similarity: number | null;
  /** Whether it is above the threshold and among the first. */
  isProposed: boolean;
  answer: boolean | null;
}

/** What was searched for, and where something was found: the same for the same places only. */
export const searchOf = ({ per, basis, method, places }: Found): string =>
  [per, basis, method, ...places.map(({ start, end }) => `${start}-${end}`)].join(' ');

export const answersOf = (place: Place): Answers =>
  new Map(place.answers.map(({ sentence, is_right }) => [sentence, is_right]));

export const sameAnswers = (one: Answers, other: Answers): boolean =>
  one.size === other.size && [...one].every(([sentence, isRight]) => other.get(sentence) === isRight);

/** What stands under a place: what is proposed, the next one below the threshold, and what people added. */
export function candidatesOf(place: Place, answers: Answers, threshold: number): Candidate[] {
  const shown: Candidate[] = [];
  for (const { sentence, similarity } of place.near) {
    const isProposed = shown.length < most && similarity > threshold;
    const answer = answers.get(sentence) ?? null;
    if (isProposed || answer !== null) shown.push({ sentence, similarity, isProposed, answer });
  }
  const known = new Set(place.near.map(({ sentence }) => sentence));
  for (const [sentence, answer] of answers) {
    if (!known.has(sentence)) shown.push({ sentence, similarity: null, isProposed: false, answer });
  }
  return shown;
}

/** The nearest sentence that is not under the place yet. */
export function nextBelow(place: Place, candidates: readonly Candidate[]) {
  const shown = new Set(candidates.map(({ sentence }) => sentence));
  return place.near.find(({ sentence }) => !shown.has(sentence)) ?? null;
}

/** Accepts what nobody has said anything of yet. */
export function acceptOpen(answers: Answers, candidates: readonly Candidate[]): Answers {
  const open = candidates.filter(({ answer, isProposed }) => isProposed && answer === null);
  return open.length ? new Map([...answers, ...open.map(({ sentence }) => [sentence, true] as const)]) : answers;
}

/** Says that none of them belongs to the place. */
export const rejectAll = (answers: Answers, candidates: readonly Candidate[]): Answers =>
  new Map([...answers, ...candidates.map(({ sentence }) => [sentence, false] as const)]);

export const withAnswer = (answers: Answers, sentence: number, isRight: boolean): Answers =>
  new Map(answers).set(sentence, isRight);

export type Filter = 'all' | 'open' | 'none' | 'accepted' | 'added';

export const filterWords: Readonly<Record<Filter, string>> = {
  all: 'All',
  open: 'Open',
  none: 'No proposal',
  accepted: 'Accepted',
  added: 'Added by hand',
};

/** The positions of the places that each filter leaves. */
export function filtered(
  places: readonly Place[],
  answers: readonly Answers[],
  threshold: number,
): Readonly<Record<Filter, readonly number[]>> {
  const by: Record<Filter, number[]> = { all: [], open: [], none: [], accepted: [], added: [] };
  places.forEach((place, index) => {
    const candidates = candidatesOf(place, answers[index] ?? new Map(), threshold);
    by.all.push(index);
    if (candidates.some(({ isProposed, answer }) => isProposed && answer === null)) by.open.push(index);
    if (!candidates.some(({ isProposed }) => isProposed)) by.none.push(index);
    if (candidates.some(({ answer }) => answer)) by.accepted.push(index);
    if (candidates.some(({ answer, isProposed }) => answer && !isProposed)) by.added.push(index);
  });
  return by;
}

/** Why a way to compare starts with its threshold: M3AV has that of a sentence encoder alone. */
export function startWords({ name, threshold }: Pick<Got<'ComparisonMethod'>, 'name' | 'threshold'>): string {
  if (name === 'encoder') return `Starts at ${figure(threshold)}, as in M3AV.`;
  const size = name === 'vectors' ? 'higher' : 'lower';
  return `Starts at ${figure(threshold)}: M3AV’s .50 is of a sentence encoder, and similarities are ${size} here.`;
}

/** "At .50 people keep 71 of 118." */
export function keptWords(histogram: Found['histogram'], threshold: number): string {
  const bar = histogram.findLast(({ from }) => from <= threshold + 1e-9);
  if (!bar || bar.n_kept === 0) return 'Nobody has answered in talks of this project yet.';
  const next = histogram[histogram.indexOf(bar) + 1];
  const at = (one: typeof bar) => `${one.n_kept_right} of ${one.n_kept}`;
  const now = `At ${figure(bar.from)} people keep ${at(bar)}`;
  return next && next.n_kept > 0 ? `${now}; at ${figure(next.from)} they would keep ${at(next)}.` : `${now}.`;
}
