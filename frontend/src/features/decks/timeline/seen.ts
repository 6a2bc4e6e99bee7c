/** What a search saw of a recording, for whoever decides about its stretches. */

import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';

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
