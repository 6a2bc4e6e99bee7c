import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of a timeline. */
export const keys = {
  next: ['j'],
  accept: ['Enter'],
  doubtful: ['u'],
  previous: ['k'],
  later: ['ArrowRight'],
  earlier: ['ArrowLeft'],
  start_later: ['Shift+ArrowRight'],
  start_earlier: ['Shift+ArrowLeft'],
  page: ['g'],
  first: ['1'],
  second: ['2'],
  third: ['3'],
  none: ['0'],
  step: ['b'],
  cut: ['s'],
  merge: ['m'],
  overlay: ['o'],
  larger: ['+', '='],
  smaller: ['-'],
  undo: ['z', 'Mod+z'],
  redo: ['Shift+z', 'Mod+Shift+z'],
  sheet: ['?'],
} satisfies PageKeys;

/** Of the pages that a stretch could show, in their order. */
export const candidateKeys = [keys.first, keys.second, keys.third];

/** Seconds by which a key moves the recording, and the start of a stretch. */
export const seekBy = 1;
export const moveBy = 1;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

/** What each does, as the key sheet and the line below the page say it. */
export const moving: Words = [
  ['next, previous stretch', keys.next, keys.previous],
  ['next doubtful', keys.doubtful],
  [`${seekBy} s back, on`, keys.earlier, keys.later],
  ['talk larger, smaller', keys.larger, keys.smaller],
];
export const changing: Words = [
  ['accept, next', keys.accept],
  ['page number', keys.page],
  ['no slide; again: which kind', keys.none],
  ['next step', keys.step],
  ['cut here', keys.cut],
  ['merge', keys.merge],
  [`move start ${moveBy} s`, keys.start_earlier, keys.start_later],
  ['undo, redo', keys.undo, keys.redo],
];
/** Where a search of a recording says which pages are likely. */
export const likely: Words = [['a likely page', ...candidateKeys]];
/** Where there is a frame of the recording. */
export const comparing: Words = [['frame over the page, while held', keys.overlay]];
export const anywhere: Words = [['all keys', keys.sheet]];
