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

/** The sentence before or after one of those on the page; the first where none is chosen. */
export function stepFrom(positions: readonly number[], current: number | null, by: 1 | -1): number | undefined {
  const at = current === null ? -1 : positions.indexOf(current);
  return positions[at === -1 ? 0 : Math.min(positions.length - 1, Math.max(0, at + by))];
}
