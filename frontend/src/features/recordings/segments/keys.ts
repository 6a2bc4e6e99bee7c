import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of segments. F8 is what a foot pedal sends. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  confirm: ['Enter'],
  play: ['p', 'F8'],
  later: ['ArrowRight'],
  earlier: ['ArrowLeft'],
  start_later: ['Shift+ArrowRight'],
  start_earlier: ['Shift+ArrowLeft'],
  end_earlier: [','],
  end_later: ['.'],
  split: ['s'],
  merge: ['m'],
  undo: ['z', 'Mod+z'],
  redo: ['Shift+z', 'Mod+Shift+z'],
  sheet: ['?'],
} satisfies PageKeys;

/** Seconds by which a key moves the recording, and an edge. */
export const seekBy = 0.5;
export const moveBy = 0.1;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

export const moving: Words = [
  ['next, previous segment', keys.next, keys.previous],
  ['play, pause', keys.play],
  [`${seekBy} s back, on`, keys.earlier, keys.later],
];
export const changing: Words = [
  ['confirm, next', keys.confirm],
  [`start ${moveBy} s`, keys.start_earlier, keys.start_later],
  [`end ${moveBy} s`, keys.end_earlier, keys.end_later],
  ['split here', keys.split],
  ['merge with next', keys.merge],
  ['undo, redo', keys.undo, keys.redo],
];
export const anywhere: Words = [['all keys', keys.sheet]];
