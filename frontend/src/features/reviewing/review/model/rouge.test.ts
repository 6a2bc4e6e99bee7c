import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { stem } from './porter';
import { type Choice, chooseKeySentences, compared, gainsOf, type KeyOptions, rougeWords } from './rouge';

interface Case extends Omit<Choice, 'nPageWords' | 'nShortSentences'> {
  sentences: string[];
  page: string;
  options: KeyOptions;
  n_page_words: number;
  n_short_sentences: number;
}

const file = resolve(import.meta.dirname, '../../../../../../tests/contract/key_sentences/cases.json');
const { stems, choices } = JSON.parse(readFileSync(file, 'utf8')) as { stems: [string, string][]; choices: Case[] };

it.each(corpus<{ text: string; words: string[] }>('rouge_words').flatMap(([, cases]) => cases))(
  'splits a text as the engine does: $text',
  ({ text, words }) => expect(rougeWords(text)).toEqual(words),
);

describe('the choice that engine and page share', () => {
  it('has as many cases as were written', () => {
    expect([choices.length, stems.length]).toEqual([150, 700]);
  });

  it.each(choices)('chooses what the engine chooses: $chosen', ({ sentences, page, options, ...expected }) => {
    const choice = chooseKeySentences(compared(sentences, page), options);
    expect(choice.chosen).toEqual(expected.chosen);
    expect(choice.dropped).toBe(expected.dropped);
    expect([choice.nPageWords, choice.nShortSentences]).toEqual([expected.n_page_words, expected.n_short_sentences]);
    expect(choice.rouge).toBeCloseTo(expected.rouge, 12);
    expect(choice.gains).toHaveLength(expected.gains.length);
    for (const [at, gain] of expected.gains.entries()) expect(choice.gains[at]).toBeCloseTo(gain, 12);
  });

  it.each(choices)('gives marks that are as chosen the gains of the choice: $chosen', (one) => {
    const { sentences, page, options, chosen, rouge } = one;
    const marked = sentences.map((_, at) => chosen.includes(at));
    const gained = gainsOf(compared(sentences, page), marked, options);
    expect(gained.rouge).toBeCloseTo(rouge, 12);
    for (const [at, gain] of one.gains.entries()) expect(gained.gains[at]).toBeCloseTo(gain, 12);
  });

  it('stems as the engine does', () => {
    expect(stems.map(([word]) => [word, stem(word)])).toEqual(stems);
  });
});
