import type { Document } from '@/api/types';

/** When each slide was shown, in seconds: page -> [start, end or null]; a slide shown twice has its first time. */
export type SlideTimes = ReadonlyMap<number, readonly [number, number | null]>;

/** The timeline that came with a deck: `[page, start, end]` each, kept with the document as it was read. */
export function slideTimes({ metadata }: Document): SlideTimes {
  const times = new Map<number, readonly [number, number | null]>();
  const timeline: unknown = metadata.timeline;
  for (const entry of Array.isArray(timeline) ? timeline : []) {
    if (!Array.isArray(entry)) continue;
    const [page, start, end] = entry as unknown[];
    if (typeof page !== 'number' || typeof start !== 'number' || times.has(page)) continue;
    times.set(page, [start, typeof end === 'number' ? end : null]);
  }
  return times;
}
