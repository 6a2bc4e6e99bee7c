import { describe, expect, it } from 'vitest';
import { difference } from '@/lib/difference';
import { sampleDoc } from '../testing/sample';
import { rowOf } from './document';
import { cleanText, sideText } from './text';

describe('the text of a side', () => {
  const doc = sampleDoc(['One.', 'Two.'], ['一。', '二。'], [{ source: [0, 1], target: [0, 1] }]);
  const row = rowOf(doc, doc.order[0] as string);

  it('has spaces between chips unless its language is written without', () => {
    expect(sideText(doc, row, 'source')).toBe('One. Two.');
    expect(sideText(doc, row, 'target')).toBe('一。二。');
    expect(sideText({ ...doc, spaceless: { source: true, target: false } }, row, 'target')).toBe('一。 二。');
  });
});

describe('a difference', () => {
  const changed = (before: string, after: string, language: string) =>
    difference(before, after, language)
      .filter(({ kind }) => kind !== 'same')
      .map(({ text }) => text);

  it('is by words, and by characters in scripts that are read so', () => {
    expect(changed('the tide rises', 'the tide falls', 'en')).toEqual(['rises', 'falls']);
    expect(changed('港は静か', '港が静か', 'ja')).toEqual(['は', 'が']);
    expect(changed('GPUは速い', 'GPUが速い', '')).toEqual(['は', 'が']);
  });

  it('takes texts that share little as replaced, but for their ends', () => {
    const numbers = Array.from({ length: 600 }, (_, at) => at);
    const [before, after] = [numbers.map((n) => `a${n}`), numbers.map((n) => `b${n}`)].map((all) => all.join(' '));
    expect(changed(`One ${before} end`, `One ${after} end`, 'en')).toEqual([before, after]);
  });
});

describe('cleaned text', () => {
  it.each([
    ['line ends and tabs are spaces', 'one\r\n two\tthree\u2028four', false, 'one two three four'],
    ['not where a language has none', '正午に\n潮が\n満ちました。', true, '正午に潮が満ちました。'],
    ['between Latin words they are, also there', 'one\ntwo', true, 'one two'],
    ['what nobody sees goes', 'a\u200bb\ufeffc\u00add\u2060e\u0007', false, 'abcde'],
    ['joiners stay', '👩🏽‍🔬 می‌خواهم', false, '👩🏽‍🔬 می‌خواهم'],
    ['and the marks of direction', 'א\u200f!', false, 'א\u200f!'],
    ['Khmer ends its words with a space of no width', 'ភាសា\u200bខ្មែរ', false, 'ភាសា\u200bខ្មែរ'],
  ])('%s', (_, text, spaceless, clean) => {
    expect(cleanText(text, spaceless)).toBe(clean);
  });
});
