import type { PageKeys } from '@/lib/usePageKeys';

export const keys = {
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  sort: ['s'],
  video: ['v'],
  run: ['r'],
  save: ['d'],
} satisfies PageKeys;

/** The line under the tables. */
export const keyWords = (mayRun: boolean) =>
  [
    ['move', keys.next, keys.previous],
    ['per talk', keys.open],
    ['sort by', keys.sort],
    ['another talk', keys.video],
    ...(mayRun ? [['run', keys.run] as const] : []),
    ['CSV', keys.save],
  ] as const;
