/** Languages and scripts without spaces, in the cases that the server shares (tests/contract/spaceless). */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isSpaceless, spacelessScripts } from './spaceless';

type Block = [first: string, last: string];
interface Cases {
  languages: [tag: string, is: boolean][];
  scripts: Block[];
  scripts_before_folding: Block[];
}
const file = resolve(import.meta.dirname, '../../../tests/contract/spaceless/cases.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Cases;

it.each(cases.languages)('%s: %s', (tag, is) => {
  expect(isSpaceless(tag)).toBe(is);
});

it('takes each character of these scripts, and no other, for a word', () => {
  const pattern = new RegExp(`^[${spacelessScripts}]$`, 'u');
  const blocks = [...cases.scripts, ...cases.scripts_before_folding].map((ends) =>
    ends.map((end) => parseInt(end, 16)),
  );
  const isIn = (code: number) => blocks.some(([first = 0, last = 0]) => first <= code && code <= last);
  const differing = Array.from({ length: 0x50000 }, (_, code) => code).filter(
    (code) => pattern.test(String.fromCodePoint(code)) !== isIn(code),
  );
  expect(differing).toEqual([]);
});
