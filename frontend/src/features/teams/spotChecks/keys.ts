import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of a spot check. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  right: ['Enter'],
  faulty: ['x'],
  open: ['u'],
  play: ['p', 'F8'],
  undo: ['z', 'Mod+z'],
} satisfies PageKeys;

/** In the field that says what is wrong. */
export const fieldKeys = { save: ['Enter'], leave: ['Escape'] } satisfies PageKeys;

export const words: readonly (readonly [what: string, ...keys: (readonly string[])[]])[] = [
  ['right, next', keys.right],
  ['faulty', keys.faulty],
  ['next, previous', keys.next, keys.previous],
  ['next not judged', keys.open],
  ['undo', keys.undo],
];
export const ofSound = ['play', keys.play] as const;
