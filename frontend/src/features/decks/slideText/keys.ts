import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of slide text. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  accept: ['Enter'],
  edit: ['e'],
  merge: ['m'],
  split: ['s'],
  leave_out: ['x'],
  kind: ['1', '2', '3', '4'],
  down: ['Shift+j'],
  up: ['Shift+k'],
  box: ['n'],
  resize: ['r'],
  check: ['c'],
  open: ['o'],
  next_slide: ['ArrowRight'],
  previous_slide: ['ArrowLeft'],
  slide: ['g'],
  picture: ['v'],
  undo: ['z', 'Mod+z'],
  redo: ['Shift+z', 'Mod+Shift+z'],
  sheet: ['?'],
} satisfies PageKeys;

/** While a box is resized. */
export const boxKeys = {
  right: ['ArrowRight', 'Shift+ArrowRight'],
  left: ['ArrowLeft', 'Shift+ArrowLeft'],
  down: ['ArrowDown', 'Shift+ArrowDown'],
  up: ['ArrowUp', 'Shift+ArrowUp'],
  move: ['r'],
  done: ['Enter', 'Escape'],
} satisfies PageKeys;

/** In the field. */
export const fieldKeys = { save: ['Mod+Enter'], split: ['Mod+Shift+Enter'], leave: ['Escape'] } satisfies PageKeys;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

export const moving: Words = [
  ['next, previous block', keys.next, keys.previous],
  ['slide', keys.next_slide, keys.previous_slide],
  ['slide number', keys.slide],
  ['picture without boxes', keys.picture],
];
export const changing: Words = [
  ['accept, next', keys.accept],
  ['edit', keys.edit],
  ['merge with next', keys.merge],
  ['split', keys.split],
  ['order', keys.down, keys.up],
  ['leave out, include', keys.leave_out],
  ['text, formula, handwriting, label', keys.kind],
  ['new box', keys.box],
  ['resize', keys.resize],
  ['slide checked', keys.check],
  ['undo, redo', keys.undo, keys.redo],
];
export const ofSteps: Words = [['page as a slide of its own', keys.open]];
export const inField: Words = [
  ['save, next', fieldKeys.save],
  ['split at the caret', fieldKeys.split],
  ['leave the field', fieldKeys.leave],
];
export const onBox: Words = [
  ['larger, smaller', boxKeys.right, boxKeys.left, boxKeys.down, boxKeys.up],
  ['move it, size it', boxKeys.move],
  ['done', boxKeys.done],
];
export const anywhere: Words = [['all keys', keys.sheet]];
