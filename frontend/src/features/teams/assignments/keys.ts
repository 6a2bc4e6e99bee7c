import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of the board. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  extend_next: ['Shift+ArrowDown', 'Shift+j'],
  extend_previous: ['Shift+ArrowUp', 'Shift+k'],
  toggle: ['x'],
  all: ['Mod+a'],
  clear: ['Escape'],
  open: ['Enter'],
  assign: ['a'],
  reassign: ['r'],
  priority: ['p'],
} satisfies PageKeys;
