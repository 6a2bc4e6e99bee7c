import type { PageKeys } from '@/lib/usePageKeys';

export const keys = {
  play: ['p'],
  rate: ['1', '2', '3', '4', '5'],
  yes: ['y'],
  no: ['n'],
  more: ['.', 'ArrowUp'],
  less: ['ArrowDown'],
  next: ['Enter'],
  back: ['Backspace'],
  right: ['ArrowRight'],
  left: ['ArrowLeft'],
  picture: ['v'],
  wrong: ['x'],
  guidelines: ['l'],
} satisfies PageKeys;
export type Act = keyof typeof keys;
