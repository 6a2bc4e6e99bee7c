import type { Question, RaterSample, RaterView, Rating } from './source';

/** What was said and the server has not acknowledged, by the key of a sample. */
export interface Pending {
  ratings: Record<string, Rating>;
  finished?: boolean;
}

export const shape = {
  nothing: { ratings: {} } as Pending,
  count: ({ ratings, finished }: Pending) => Object.keys(ratings).length + (finished ? 1 : 0),
  is: (value: object) => 'ratings' in value && typeof value.ratings === 'object' && value.ratings !== null,
};

/** A sample as its rater sees it: the server's, with what is pending laid over it. */
function laidOver(sample: RaterSample, said: Rating | undefined): RaterSample {
  if (!said) return sample;
  return {
    ...sample,
    values: said.values ?? sample.values,
    heard: said.heard ?? sample.heard,
    trouble: said.trouble ?? sample.trouble,
  };
}

export function withPending(view: RaterView, { ratings }: Pending): RaterView {
  return { ...view, samples: view.samples.map((sample) => laidOver(sample, ratings[sample.key])) };
}

/** Pending without what has been sent; what changed meanwhile stays. */
export function acknowledged(now: Pending, sent: Pending): Pending {
  const left = Object.entries(now.ratings).filter(
    ([key, said]) => JSON.stringify(said) !== JSON.stringify(sent.ratings[key]),
  );
  const finished = now.finished && !sent.finished;
  return { ratings: Object.fromEntries(left), ...(finished ? { finished } : {}) };
}

/** The values of a question, from the least to the greatest. */
export function valuesOf({ scale }: Question): number[] {
  if (scale === 'yesno') return [0, 1];
  return scale === 'half' ? [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] : [1, 2, 3, 4, 5];
}

/** What stands beside a value; nothing for half steps. */
export function wordOf({ scale, words = [] }: Question, value: number, yesNo: readonly string[]): string {
  if (scale === 'yesno') return words[value] ?? yesNo[value] ?? '';
  return Number.isInteger(value) ? (words[value - 1] ?? '') : '';
}

export function isDone({ values, trouble }: RaterSample, questions: readonly Question[]): boolean {
  return trouble !== '' || questions.every((_, at) => typeof values[at] === 'number');
}

/** The number, from 1, of the first sample that is not done; one more than there are when all are. */
export function goOnAt({ samples, questions }: RaterView): number {
  const index = samples.findIndex((sample) => !isDone(sample, questions));
  return (index < 0 ? samples.length : index) + 1;
}

/** Where a sample stands: its set among all, its number in the set, from 1. */
export function placeOf(samples: readonly RaterSample[], index: number) {
  const set = samples[index]?.set ?? 0;
  const first = samples.findIndex((sample) => sample.set === set);
  const ofSet = samples.filter((sample) => sample.set === set).length;
  return { set: set + 1, sets: (samples.at(-1)?.set ?? 0) + 1, n: index - first + 1, ofSet };
}

/** The first question that has no answer; the last where all have one. */
export function openQuestion(sample: RaterSample, questions: readonly Question[]): number {
  const at = questions.findIndex((_, index) => typeof sample.values[index] !== 'number');
  return at < 0 ? questions.length - 1 : at;
}
