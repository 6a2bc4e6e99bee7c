import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of generated texts. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  run: ['r'],
  direction: ['d'],
  unsupported: ['u'],
  lowest: ['l'],
  sent: ['v'],
  raters: ['f'],
  sheet: ['?'],
} satisfies PageKeys;

type Words = readonly (readonly [what: string, ...keys: (readonly string[])[]])[];

export const moving: Words = [
  ['slide', keys.next, keys.previous],
  ['run', keys.run],
  ['direction', keys.direction],
  ['not in sources', keys.unsupported],
  ['lowest R-L first', keys.lowest],
  ['prompt as sent', keys.sent],
];
export const sending: Words = [['to raters', keys.raters]];
export const anywhere: Words = [['all keys', keys.sheet]];
