import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of a pass. F8 works in the fields too: a foot pedal sends it. */
export const keys = {
  take_a: ['a'],
  take_b: ['b'],
  type: ['e'],
  word: ['1', '2', '3', '4'],
  unintelligible: ['x'],
  nothing: ['0'],
  written: ['w'],
  flag: ['f'],
  play: ['p', 'F8'],
  loop: ['Shift+p'],
  later: ['ArrowRight'],
  earlier: ['ArrowLeft'],
  slower: ['<'],
  faster: ['>'],
  go_on: ['Enter'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  time: ['g'],
  undo: ['z', 'Mod+z'],
  redo: ['Shift+z', 'Mod+Shift+z'],
  sheet: ['?'],
} satisfies PageKeys;

/** In the fields. */
export const fieldKeys = { save: ['Mod+Enter'], leave: ['Escape'] } satisfies PageKeys;

/** Seconds by which a key moves the recording. */
export const seekBy = 1;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

export const answering = (isSecond: boolean): Words => [
  [isSecond ? 'recognisers' : 'take A', keys.take_a],
  [isSecond ? 'first pass' : 'take B', keys.take_b],
  ['type', keys.type],
  ...(isSecond ? ([['written', keys.written]] as const) : ([['paper’s word', keys.word]] as const)),
  ['unintelligible', keys.unintelligible],
  ['nothing said', keys.nothing],
];
export const hearing: Words = [
  ['play', keys.play],
  ['loop', keys.loop],
  [`${seekBy} s back, on`, keys.earlier, keys.later],
  ['slower, faster', keys.slower, keys.faster],
];
export const moving = (isSecond: boolean): Words => [
  ['next to fill', keys.go_on],
  ['mask before, after', keys.previous, keys.next],
  ['go to a time', keys.time],
  ...(isSecond ? ([['flag', keys.flag]] as const) : []),
  ['undo', keys.undo],
  ['redo', keys.redo],
];
export const inField: Words = [
  ['save, next', fieldKeys.save],
  ['leave the field', fieldKeys.leave],
];
export const anywhere: Words = [['all keys', keys.sheet]];
