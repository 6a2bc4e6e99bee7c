import { useState } from 'react';
import type { PersonWork } from './requests';

type Review = PersonWork['reviews'][number];

/** As many as somebody looks at before they judge. */
export const sampleSize = 10;

/** So many of the submitted reviews, drawn at random, in the order of the list. Pure but for `random`. */
export function drawn(reviews: readonly Review[], random: () => number = Math.random): number[] {
  const ids = reviews.filter(({ state }) => state === 'submitted').map(({ id }) => id);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(sampleSize, ids.length)) {
    chosen.add(ids[Math.floor(random() * ids.length)] as number);
  }
  return ids.filter((id) => chosen.has(id));
}

export type Sample = ReturnType<typeof useSample>;

/** The reviews that an admin looks at: a random few, so that nobody picks those that they expect to be bad. */
export function useSample(reviews: readonly Review[]) {
  const [ids, setIds] = useState<readonly number[] | null>(null);
  return {
    size: Math.min(sampleSize, reviews.filter(({ state }) => state === 'submitted').length),
    shown: ids ? reviews.filter(({ id }) => ids.includes(id)) : reviews,
    isDrawn: ids !== null,
    draw: () => {
      setIds(drawn(reviews));
      document.getElementById('reviews')?.scrollIntoView({ block: 'start' });
    },
    showAll: () => setIds(null),
  };
}
