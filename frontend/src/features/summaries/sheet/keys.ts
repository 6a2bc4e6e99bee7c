import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of a sheet. */
export const keys = {
  next: ['j'],
  previous: ['k'],
  right: ['y'],
  wrong: ['Shift+y'],
  play: ['p'],
  longer: ['+', '='],
  shorter: ['−', '-'],
  preset: ['1', '2', '3', '4', '5', '6'],
  compare: ['d'],
  unfold: ['u'],
} satisfies PageKeys;
