import { expect, it } from 'vitest';
import { sampleDoc } from '../testing/sample';
import { finderOf, plainFinder, sentencesWith } from './hits';

const found = (query: string, text: string, isSpaceless = false) =>
  (finderOf(query, isSpaceless)?.(text) ?? []).map(([start, end]) => text.slice(start, end));

it('finds words by their beginning, whatever the case', () => {
  expect(found('hesitat', 'Hesitations of speakers who hesitate')).toEqual(['Hesitat', 'hesitat']);
  expect(found('late', 'We relate them')).toEqual([]);
  expect(found('ÉTÉ', 'en été')).toEqual(['été']);
});

it('wants all words, in any order', () => {
  expect(found('speak hes', 'who hesitate speak')).toEqual(['hes', 'speak']);
  expect(found('speak then', 'who hesitate speak')).toEqual([]);
});

it('takes what is in quotes, and a language without spaces, as it stands', () => {
  expect(found('"of speak', 'Hesitations of speakers')).toEqual(['of speak']);
  expect(found('late', '翻訳late版', true)).toEqual(['late']);
  expect(found('潮', '高潮と満潮', true)).toEqual(['潮', '潮']);
});

it('reads signs as signs, and nothing as nothing', () => {
  expect(found('p(x', 'where p(x) is')).toEqual(['p(x']);
  expect(finderOf('  ', false)).toBeNull();
  expect(plainFinder('')).toBeNull();
  expect(plainFinder('A.b')?.('a.b axb')).toEqual([[0, 3]]);
});

it('finds sentences that nobody has spoken about', () => {
  const doc = sampleDoc(
    ['We pause.', 'We deploy it.', 'Deploying is hard.'],
    ['so'],
    [{ source: [0], target: [0] }],
    'paper_talk',
  );
  expect(sentencesWith(doc, 'deploy')).toEqual([1, 2]);
});
