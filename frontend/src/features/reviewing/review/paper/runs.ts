/** The sentences of a section in runs: what nobody spoke of is folded. */

import type { Unit } from '../model/types';

/** Shorter runs of unspoken sentences are shown: folding them would save nothing. */
const foldFrom = 3;

export interface Run {
  folds: boolean;
  units: readonly Unit[];
}

/** `unfolded`: nothing folds. */
export function runsOf(units: readonly Unit[], isShown: (unit: Unit) => boolean, unfolded: boolean): readonly Run[] {
  const runs: { isShown: boolean; units: Unit[] }[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last && last.isShown === isShown(unit)) last.units.push(unit);
    else runs.push({ isShown: isShown(unit), units: [unit] });
  }
  return runs.map(({ isShown, units }) => ({ folds: !isShown && units.length >= foldFrom && !unfolded, units }));
}
