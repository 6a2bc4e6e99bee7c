/** Which regions are shown: all, or those that differ in a part, are open, or were flagged. */

import type { Region } from './model';
import { allDiffer, majority, type Part, partsOf } from './model';

export interface RegionFacts {
  isOpen: boolean;
  isFlagged: boolean;
}

export interface RegionFilter {
  key: string;
  label: string;
  /** Only where three or more are compared. */
  ofMany?: boolean;
  matches: (region: Region, facts: RegionFacts) => boolean;
}

const differsIn = (part: Part) => (region: Region) => partsOf(region).includes(part);

export const regionFilters: readonly RegionFilter[] = [
  { key: 'differ', label: 'Differ', matches: () => true },
  { key: 'open', label: 'Open', matches: (_, { isOpen }) => isOpen },
  { key: 'most', label: 'Most agree', ofMany: true, matches: (region) => majority(region) !== null },
  { key: 'none', label: 'All differ', ofMany: true, matches: allDiffer },
  { key: 'links', label: 'Links', matches: differsIn('links') },
  { key: 'labels', label: 'Labels', matches: differsIn('labels') },
  { key: 'text', label: 'Text', matches: differsIn('text') },
  { key: 'flagged', label: 'Flagged', matches: (_, { isFlagged }) => isFlagged },
];

const [everything] = regionFilters as [RegionFilter, ...RegionFilter[]];

/** The filter that an address names; all regions where it names none. */
export function filterOf(key: string | null): RegionFilter {
  return regionFilters.find((filter) => filter.key === key) ?? everything;
}
