/** What a search saw of a recording, for whoever decides about its stretches. */

import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import type { Rivals } from './model';

export type Seen = Got<'Seen'>;
export type Candidate = Seen['stretches'][number]['candidates'][number];

const address = '/api/v1/pairs/{id}/page-search/seen/';

/** What the last search that was done saw; undefined until it is there. at: when it was done, null where none is. */
export function useSeen(pair: number, at: string | null): Seen | undefined {
  return useGet(
    ['page-search', pair, 'seen', at],
    address,
    { path: { id: pair } },
    { enabled: at !== null, staleTime: Number.POSITIVE_INFINITY },
  ).data;
}

/** What was seen of the stretch that was found at a time. */
export function seenAt(seen: Seen | undefined, seconds: number) {
  return seen?.stretches.findLast(({ start, end }) => start <= seconds && seconds < end);
}

/** Two pages could be one another if the inliers of one are within this share of the other's. */
const near = 0.15;

/** By where a stretch begins that was found: the pages that fit it best, where more than one fits as well or nearly. */
export function rivalsOf(seen: Seen | undefined): Rivals {
  const rivals = new Map<number, readonly number[]>();
  for (const { start, candidates } of seen?.stretches ?? []) {
    const most = Math.max(0, ...candidates.map(({ inliers }) => inliers));
    const best = candidates.filter(({ page, inliers }) => page > 0 && inliers >= (1 - near) * most);
    if (best.length > 1 && most >= (seen?.limit ?? 0))
      rivals.set(
        start,
        best.map(({ page }) => page),
      );
  }
  return rivals;
}

/** The frames of stretches, in order, as many as have so many seconds of room after where their stretch begins. */
export function framesShown(seen: Seen, room: number): { start: number; second: number }[] {
  const shown: { start: number; second: number }[] = [];
  for (const { start, frame } of seen.stretches) {
    const before = shown.at(-1);
    if (frame !== null && (!before || start >= before.start + room)) shown.push({ start, second: frame });
  }
  return shown;
}

export function frameAddress(pair: number, second: number): string {
  return `/api/v1/pairs/${pair}/page-search/frames/${second}/`;
}

/** The most inliers in each of so many equal parts of a talk, so that no more is drawn than can be seen. */
export function mostInEach(inliers: readonly number[], nParts: number): number[] {
  const n = Math.min(inliers.length, Math.max(1, nParts));
  const most = Array.from({ length: n }, () => 0);
  inliers.forEach((value, second) => {
    const part = Math.floor((second / inliers.length) * n);
    most[part] = Math.max(most[part] ?? 0, value);
  });
  return most;
}
