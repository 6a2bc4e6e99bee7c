import { expect, it } from 'vitest';
import { keys } from './keys';
import {
  acceptOpen,
  answersOf,
  candidatesOf,
  filtered,
  keptWords,
  most,
  nextBelow,
  type Place,
  rejectAll,
  sameAnswers,
  withAnswer,
} from './model';

const place = (near: [number, number][], answers: [number, boolean][] = []): Place => ({
  ...{ start: 0, end: 4, page: null, text: 'so' },
  near: near.map(([sentence, similarity]) => ({ sentence, similarity })),
  answers: answers.map(([sentence, is_right]) => ({ sentence, is_right })),
});
const near: [number, number][] = [
  [5, 0.7],
  [2, 0.6],
  [9, 0.55],
  [1, 0.52],
  [3, 0.4],
];

it('has a key for each sentence that is proposed', () => {
  expect(keys.choose).toEqual(Array.from({ length: most }, (_, at) => String(at + 1)));
});

it('proposes three above the threshold, and shows what people said of others', () => {
  const one = place(near, [
    [3, true],
    [40, true],
  ]);
  const shown = candidatesOf(one, answersOf(one), 0.5);
  expect(shown.map(({ sentence, isProposed, answer }) => [sentence, isProposed, answer])).toEqual([
    [5, true, null],
    [2, true, null],
    [9, true, null],
    [3, false, true],
    [40, false, true],
  ]);
  expect(nextBelow(one, shown)).toEqual({ sentence: 1, similarity: 0.52 });
  expect(candidatesOf(place(near), new Map(), 0.56)).toHaveLength(2);
  expect(candidatesOf(place(near), new Map(), 0.9)).toEqual([]);
});

it('accepts what is open, rejects all, and leaves what was said', () => {
  const one = place(near, [[2, false]]);
  const answers = answersOf(one);
  const shown = candidatesOf(one, answers, 0.5);
  const accepted = acceptOpen(answers, shown);
  expect([...accepted]).toEqual([
    [2, false],
    [5, true],
    [9, true],
  ]);
  expect(acceptOpen(accepted, candidatesOf(one, accepted, 0.5))).toBe(accepted);
  expect([...rejectAll(accepted, shown).values()]).toEqual([false, false, false]);
  expect(sameAnswers(withAnswer(answers, 2, false), answers)).toBe(true);
  expect(sameAnswers(withAnswer(answers, 2, true), answers)).toBe(false);
});

it('counts places that are open, without a proposal, accepted, added', () => {
  const places = [place(near), place([[1, 0.2]]), place(near, [[3, true]])];
  const counts = filtered(places, places.map(answersOf), 0.5);
  expect(counts).toEqual({ all: [0, 1, 2], open: [0, 2], none: [1], accepted: [2], added: [2] });
});

it('says what a threshold keeps of what people answered', () => {
  const bar = (from: number, n_kept: number, n_kept_right: number) => ({
    from,
    n: 0,
    n_right: 0,
    n_kept,
    n_kept_right,
  });
  const bars = [bar(0.5, 118, 71), bar(0.55, 80, 61), bar(0.6, 0, 0)];
  expect(keptWords(bars, 0.5)).toBe('At .50 people keep 71 of 118; at .55 they would keep 61 of 80.');
  expect(keptWords(bars, 0.55)).toBe('At .55 people keep 61 of 80.');
  expect(keptWords([bar(0, 0, 0)], 0.3)).toBe('Nobody has answered in talks of this project yet.');
});
