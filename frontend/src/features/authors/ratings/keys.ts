import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of the table of authors. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  extend_next: ['Shift+ArrowDown', 'Shift+j'],
  extend_previous: ['Shift+ArrowUp', 'Shift+k'],
  toggle: ['x'],
  remind: ['m'],
  copy: ['l'],
  open: ['Enter'],
  clear: ['Escape'],
} satisfies PageKeys;
