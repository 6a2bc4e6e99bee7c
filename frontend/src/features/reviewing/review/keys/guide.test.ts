/** The guides name keys that there are: docs/annotator.md all of them, the tour in README.md some. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { aboutReviews, keysIn, written } from '@/test/guide';
import { actions, type KeyAction } from './table';

const tour =
  readFileSync(resolve(import.meta.dirname, '../../../../../..', 'README.md'), 'utf8')
    .split('## A tour')[1]
    ?.split('\n## ')[0] ?? '';

const known = new Set<string>(actions.flatMap(({ keys }) => keys.map(written)));
/** Of the browser, and what is no key. */
const others = new Set(['Ctrl+P']);

it('has keys that do something', () => {
  expect(known.size).toBeGreaterThan(60);
  expect([...keysIn(aboutReviews)].filter((key) => !known.has(key) && !others.has(key))).toEqual([]);
  expect(keysIn(tour).size).toBeGreaterThan(5);
  expect([...keysIn(tour)].filter((key) => !known.has(key) && !others.has(key))).toEqual([]);
});

it('has a key of every line of the key sheet', () => {
  const lineOf = ({ section, label, line }: KeyAction) => `${section}: ${line ?? label}`;
  const named = keysIn(aboutReviews);
  const told = actions.filter(({ keys }) => keys.some((key) => named.has(written(key)))).map(lineOf);
  expect(actions.map(lineOf).filter((line) => !told.includes(line))).toEqual([]);
});
