import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of passages. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  choose: ['1', '2', '3'],
  yes: ['a'],
  no: ['x'],
  accept: ['Enter'],
  none: ['0'],
  add: ['+', 'n'],
  paper: ['ArrowRight'],
  back: ['ArrowLeft', 'Escape'],
  play: ['p'],
  undo: ['z', 'Mod+z'],
  redo: ['Shift+z', 'Mod+Shift+z'],
  sheet: ['?'],
} satisfies PageKeys;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

export const answering: Words = [
  ['choose', keys.choose],
  ['yes', keys.yes],
  ['no', keys.no],
  ['accept the rest, next', keys.accept],
  ['none of them', keys.none],
  ['add from the paper', keys.add],
];
export const moving: Words = [
  ['next, previous', keys.next, keys.previous],
  ['paper, back', keys.paper, keys.back],
  ['play', keys.play],
  ['undo, redo', keys.undo, keys.redo],
];
export const anywhere: Words = [['all keys', keys.sheet]];
