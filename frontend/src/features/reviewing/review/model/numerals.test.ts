/** Numbers in words and Han numerals, in the cases that the server shares (tests/contract/numbers). */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { numeralsIn } from './numerals';

const file = resolve(import.meta.dirname, '../../../../../../tests/contract/numbers/cases.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Record<'han' | 'english', [string, number][]>;

it.each(cases.han)('%s is %d', (text, value) => {
  expect(numeralsIn(text, 'ja').map((one) => one.value)).toEqual([value]);
});

it.each(cases.english)('%s is %d', (text, value) => {
  expect(numeralsIn(text, 'en').map((one) => one.value)).toEqual([value]);
});

it('reads ordinals, which other languages write in digits', () => {
  const values = numeralsIn('The twenty-first century, the nineteenth, the fortieth floor', 'en');
  expect(values.map(({ value }) => value)).toEqual([21, 19, 40]);
});

it('leaves words of other languages alone, and digits in names', () => {
  expect(numeralsIn('two hundred', 'nl')).toEqual([]);
  expect(numeralsIn('C40, CO2 and MP3', 'en')).toEqual([]);
});
