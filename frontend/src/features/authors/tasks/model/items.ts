import type { RatingSource, SamplesDrawn } from '../requests';
import { type SampleList, tallySamples } from './samples';

/** What a task asks about: a list of one's own, or some of what the project has. */
export interface Items {
  list: SampleList | null;
  /** Null for a list. */
  source: RatingSource | null;
  /** Keys of the source's systems. */
  systems: string[];
  nSets: number;
  traps: boolean;
}

/** Sets that the server draws at most. */
export const mostSets = 500;
/** Sets of which one rater rates all samples, at most. */
export const mostSetsOfARater = 500;

export const noItems: Items = { list: null, source: null, systems: [], nSets: 20, traps: true };

/** All of its systems, as long as nobody has chosen. */
export const itemsOf = (source: RatingSource | null): Items => ({
  ...noItems,
  source,
  systems: source ? source.systems.slice(0, 6).map(({ key }) => key) : [],
  nSets: source ? Math.min(noItems.nSets, source.n_sets) : noItems.nSets,
});

/** How many sets there will be, at most. Zero while nothing can be made. */
export function setsOf({ list, source, systems, nSets }: Items): number {
  if (source) return systems.length > 0 ? Math.min(nSets, source.n_sets) : 0;
  return list && list.problems.length === 0 ? tallySamples(list.samples).sets : 0;
}

/** What the server is asked to draw. Null for a list. */
export const drawOf = ({ source, systems, nSets, traps }: Items): SamplesDrawn | null =>
  source && { source: source.key, systems, n_sets: nSets, traps };
