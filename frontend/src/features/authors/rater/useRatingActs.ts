import { useEffect, useRef } from 'react';
import { valuesOf } from './model';
import type { Question, Rating } from './source';
import type { Ratings } from './useRatings';

interface At {
  ratings: Ratings;
  index: number;
  current: number;
  /** Whether what a text stands beside has come. */
  isShown: boolean;
  setCurrent: (question: number) => void;
}

/** What a rater does with one sample. The time runs from when it is shown. */
export function useRatingActs({ ratings, index, current, isShown, setCurrent }: At) {
  const { view, rate } = ratings;
  const { questions, medium } = view;
  const sample = view.samples[index];
  const from = useRef(0);
  const plays = useRef(0);
  useEffect(() => {
    from.current = performance.now();
  }, []);
  const waits = medium === 'sound' ? sample?.heard !== true : !isShown;

  const say = (what: Pick<Rating, 'values' | 'heard' | 'trouble'>) => {
    if (!sample) return;
    const seconds = Math.round((performance.now() - from.current) / 100) / 10;
    rate(sample.key, { seconds, plays: plays.current, ...what });
  };
  const put = (at: number, value: number) => {
    if (!sample || waits) return;
    const values = questions.map((_, each) => (each === at ? value : (sample.values[each] ?? null)));
    say({ values, trouble: '', heard: true });
    const open = values.indexOf(null);
    if (open >= 0) setCurrent(at + 1 < questions.length && values[at + 1] === null ? at + 1 : open);
    else setCurrent(at);
  };
  const answer = (value: number, of?: Question['scale']) => {
    const question = questions[current];
    if (question && (!of || of === question.scale) && valuesOf(question).includes(value)) put(current, value);
  };
  const step = (by: 1 | -1) => {
    const question = questions[current];
    const value = sample?.values[current];
    if (!question || typeof value !== 'number') return;
    const values = valuesOf(question);
    const next = values[values.indexOf(value) + by];
    if (next !== undefined) put(current, next);
  };
  return {
    waits,
    put,
    answer,
    step,
    played: () => {
      plays.current += 1;
    },
    heard: () => say({ heard: true }),
    trouble: (trouble: NonNullable<Rating['trouble']>) => say({ trouble }),
  };
}
