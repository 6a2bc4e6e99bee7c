import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of the list of submissions. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  choose: ['x'],
  accept: ['a'],
  reject: ['r'],
  leave: ['Escape'],
} satisfies PageKeys;

export const words = [
  ['open', keys.next, keys.previous],
  ['choose', keys.choose],
  ['accept', keys.accept],
  ['reject', keys.reject],
] as const;

/** The place of the submission after or before the open one; the first or last where none of these is open. */
export function stepFrom(shown: readonly { id: number }[], opened: number | null, by: 1 | -1): number {
  const at = shown.findIndex(({ id }) => id === opened);
  if (at < 0) return by === 1 ? 0 : shown.length - 1;
  return Math.min(shown.length - 1, Math.max(0, at + by));
}
