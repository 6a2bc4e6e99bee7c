/** The guides name keys that there are: docs/annotator.md all of them, the tour in README.md some. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { chordText } from '@/lib/chords';
import { actions, type KeyAction } from './table';

const root = resolve(import.meta.dirname, '../../../../../..');
/** Without the part about passes through transcripts, whose keys are held by a test beside them. */
const guide = readFileSync(resolve(root, 'docs/annotator.md'), 'utf8').replace(
  /^## Checking transcripts$.*?(?=^## )/ms,
  '',
);
const tour = readFileSync(resolve(root, 'README.md'), 'utf8').split('## A tour')[1]?.split('\n## ')[0] ?? '';

const written = (chord: string) => chordText(chord, false).replaceAll(' ', '+');
const known = new Set<string>(actions.flatMap(({ keys }) => keys.map(written)));
/** Of the browser, and what is no key. */
const others = new Set(['Ctrl+P']);

function keysIn(text: string): Set<string> {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, key]) => key as string);
  const isKey = (key: string) =>
    /^((Ctrl|Alt|Shift)\+)*([A-Z]|[0-9]|[↑↓←→.,/?]|Enter|Esc|Del|Backspace|Home|End|Pg(Up|Dn)|F\d+)$/.test(key);
  return new Set(quoted.filter((key) => isKey(key) && !others.has(key)));
}

it('has keys that do something', () => {
  expect(known.size).toBeGreaterThan(60);
  expect([...keysIn(guide)].filter((key) => !known.has(key))).toEqual([]);
  expect(keysIn(tour).size).toBeGreaterThan(5);
  expect([...keysIn(tour)].filter((key) => !known.has(key))).toEqual([]);
});

it('has a key of every line of the key sheet', () => {
  const lineOf = ({ section, label, line }: KeyAction) => `${section}: ${line ?? label}`;
  const named = keysIn(guide);
  const told = actions.filter(({ keys }) => keys.some((key) => named.has(written(key)))).map(lineOf);
  expect(actions.map(lineOf).filter((line) => !told.includes(line))).toEqual([]);
});
