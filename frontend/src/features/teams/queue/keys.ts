import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of the queue. */
export const keys = {
  go: ['Enter'],
  fix: ['r'],
  skip: ['s'],
  guidelines: ['l'],
  next: ['j'],
  previous: ['k'],
} satisfies PageKeys;

/** Goes through what can be opened. */
export function move(by: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by));
  items[to]?.focus();
}
