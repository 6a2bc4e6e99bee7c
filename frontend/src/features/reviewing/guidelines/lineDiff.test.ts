import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedLines, countChanges, lineDiff } from './Changes';

const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '毎日'), { maxLength: 12 }).map((lines) => lines.join('\n'));

it('gives both texts back, and nothing for equal ones', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const kept = (gone: string) => diff.filter(({ kind }) => kind !== gone).map((line) => line.text);
      expect(kept('added').join('\n')).toBe(before);
      expect(kept('removed').join('\n')).toBe(after);
      for (const { kind, line, text } of diff) if (kind !== 'removed') expect(after.split('\n')[line - 1]).toBe(text);
      if (before === after) expect(countChanges(diff)).toBe(0);
    }),
  );
});

it('names the lines that are new, and counts runs of changes', () => {
  const diff = lineDiff('one\ntwo\nthree\nfour', 'one\n2\nthree\nfour\nfive');
  expect([...changedLines(diff)]).toEqual([2, 5]);
  expect(countChanges(diff)).toBe(2);
});
