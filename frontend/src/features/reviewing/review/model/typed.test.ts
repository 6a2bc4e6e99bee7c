import { expect, it } from 'vitest';
import { numberTyped, secondsTyped } from './typed';

it.each([
  ['35', 35],
  [' 35 ', 35],
  ['３５', 35],
  ['', null],
  ['-3', null],
  ['3a', null],
  ['１．５', null],
])('reads %j as the number %j', (text, number) => expect(numberTyped(text)).toBe(number));

it.each([
  ['83', 83],
  ['1:23', 83],
  ['１：２３', 83],
  ['1:02:03', 3723],
  ['0:01.5', 1.5],
  ['', null],
  ['1:', null],
  ['a', null],
])('reads %j as %j seconds', (text, seconds) => expect(secondsTyped(text)).toBe(seconds));
