import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldKeys, keys } from './keys';

it('no key has two meanings', () => {
  const all = Object.values(keys).flat();
  expect(new Set(all).size).toBe(all.length);
});

it('the guide of annotators names every key of a pass', () => {
  const guide = readFileSync(`${process.cwd()}/../docs/annotator.md`, 'utf8');
  const part = guide.slice(guide.indexOf('## Checking transcripts'), guide.indexOf('## History and comments'));
  const written = (key: string) =>
    key
      .replace('Mod', 'Ctrl')
      .replace('ArrowLeft', '←')
      .replace('ArrowRight', '→')
      .replace('Escape', 'Esc')
      .replace(/(^|\+)([a-z])$/, (_, before: string, letter: string) => before + letter.toUpperCase());
  const named = new Set([...part.matchAll(/`([^`]+)`/g)].map(([, key]) => key));
  const first = [...Object.values(keys), ...Object.values(fieldKeys)].map(([key]) => written(key ?? ''));
  expect(first.filter((key) => !named.has(key) && key !== '?' && !/^\d$/.test(key))).toEqual([]);
});
