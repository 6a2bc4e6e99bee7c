/** Which regions are shown: all, or those that differ in a part, are open, were flagged, or have something to look at. */

import { plural } from '@/lib/format';
import { allDiffer, majority, type Part, type Placed, partsOf, type Region } from './model';

export interface RegionFacts {
  isOpen: boolean;
  isFlagged: boolean;
  /** Of the result where it is settled, else of any review. */
  hasFindings: boolean;
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
  { key: 'findings', label: 'Findings', matches: (_, { hasFindings }) => hasFindings },
];

const [everything] = regionFilters as [RegionFilter, ...RegionFilter[]];

/** The filter that an address names; all regions where it names none. */
export function filterOf(key: string | null): RegionFilter {
  return regionFilters.find((filter) => filter.key === key) ?? everything;
}

type Block = { region: Region } | { folded: readonly string[]; nRegions: number };

/** In order: regions that are shown, and between them all else as one fold. */
export function blocksOf({ blocks, rows }: Placed, seen: ReadonlySet<Region | null>): readonly Block[] {
  const drawn: ({ region: Region } | { folded: string[]; nRegions: number })[] = [];
  for (const block of blocks) {
    if ('region' in block && seen.has(block.region)) {
      drawn.push(block);
      continue;
    }
    const ids = 'region' in block ? (rows.get(block.region.number) ?? []) : block.agreed;
    const n = 'region' in block ? 1 : 0;
    const before = drawn.at(-1);
    if (before && 'folded' in before) {
      before.folded.push(...ids);
      before.nRegions += n;
    } else if (ids.length > 0) drawn.push({ folded: [...ids], nRegions: n });
  }
  return drawn;
}

/** Folds are known by their first row: those right above and below a region. */
export function foldsAround(blocks: readonly Block[], region: Region | null): readonly string[] {
  const at = blocks.findIndex((block) => 'region' in block && block.region === region);
  return [blocks[at - 1], blocks[at + 1]].flatMap((block) => {
    const id = block && 'folded' in block ? block.folded[0] : undefined;
    return id === undefined ? [] : [id];
  });
}

/** The reviews that have one of `most` columns. `last`: the one chosen for the last column, where there are more. */
export function columnsOf(nReviews: number, most: number, last: number | null): readonly number[] {
  const n = Math.min(nReviews, most);
  const inLast = last !== null && last >= n - 1 && last < nReviews ? last : n - 1;
  return Array.from({ length: n }, (_, at) => (at === n - 1 ? inLast : at));
}

export function openInWords(n: number): string {
  return n === 0 ? 'No region is open.' : `${plural(n, 'region')} ${n === 1 ? 'is' : 'are'} open.`;
}
