import { describe, expect, it } from 'vitest';
import { countCodePoints } from '@/lib/codePoints';
import { corpus } from '@/test/contract';
import { canGoOn, partsOf, sentOf, sentWith, shownOf, tokensOf } from './model';
import type { GeneratedText, GenerationRun, Outlook } from './requests';

const text = (over: object) =>
  ({
    page: 1,
    material: 'Tides',
    paper: [],
    text: 'x',
    rouge_l: 0.5,
    unsupported: [],
    ...over,
  }) as unknown as GeneratedText;

describe('what both texts have', () => {
  const shared = (one: string, other: string) =>
    partsOf(one, other)
      .filter(({ isShared }) => isShared)
      .map((part) => part.text);

  it('is two or more words in a row, whatever stands between them', () => {
    expect(shared('The best threshold, for us', 'the BEST threshold lies for them')).toEqual(['The best threshold']);
    expect(shared('tide', 'tide')).toEqual([]);
    expect(shared('潮の満ち引き', '潮の高さ')).toEqual(['潮の']);
    expect(shared('one two x one two', 'one two')).toEqual(['one two', 'one two']);
  });

  it.each(corpus<{ text: string; words: string[] }>('rouge_words').flatMap(([, cases]) => cases))(
    'goes by the words of the server: $text',
    (one) => expect(tokensOf(one.text).map(({ word }) => word)).toEqual(one.words),
  );

  it('stands beside marks in code points', () => {
    expect(partsOf('🌊 in 50 lectures', 'in fifty lectures', [[5, 7]])).toEqual([
      { text: '🌊 in ', isShared: false, isUnsupported: false },
      { text: '50', isShared: false, isUnsupported: true },
      { text: ' lectures', isShared: false, isUnsupported: false },
    ]);
    expect(partsOf('', 'x')).toEqual([]);
  });

  it('is found at once in a long text with a mark at every word', () => {
    const marks = Array.from({ length: 10_000 }, (_, at) => [2 * at, 2 * at + 1]);
    expect(partsOf('7 '.repeat(10_000), '8 '.repeat(10_000), marks)).toHaveLength(20_000);
  }, 2_000);
});

describe('slides', () => {
  it('are filtered and sorted, those without a text last', () => {
    const texts = [
      text({ page: 1 }),
      text({ page: 2, rouge_l: 0.1, unsupported: [[0, 1]] }),
      text({ page: 3, text: null, rouge_l: null }),
    ];
    const pages = (onlyUnsupported: boolean, lowestFirst: boolean) =>
      shownOf(texts, { onlyUnsupported, lowestFirst }).map(({ page }) => page);
    expect(pages(false, false)).toEqual([1, 2, 3]);
    expect(pages(true, false)).toEqual([2]);
    expect(pages(false, true)).toEqual([2, 1, 3]);
  });

  it('go along with the prompt, each of them', () => {
    const outlook = { prompt: 'Say it.', n_characters: 100, n_slides: 3 } as Outlook;
    expect(sentWith(outlook, 'Say it.')).toEqual({ characters: 100, tokens: 25 });
    expect(sentWith(outlook, 'Say it. 🌊')).toEqual({ characters: 106, tokens: 27 });
    expect(sentOf(text({ paper: ['A.', 'B.'] }), 'slide_to_script')).toBe(
      'Slide:\nTides\n\nSentences of the paper:\n- A.\n- B.',
    );
  });
});

it('goes on where a text is missing, or a run that was stopped may have some that are not compared', () => {
  const run = (over: object) => canGoOn({ n_slides: 3, n_texts: 3, is_imported: false, ...over } as GenerationRun);
  expect(run({ state: 'succeeded' })).toBe(false);
  expect(run({ state: 'succeeded', n_texts: 2 })).toBe(true);
  expect(run({ state: 'succeeded', n_texts: 2, is_imported: true })).toBe(false);
  expect(run({ state: 'cancelled', is_imported: true })).toBe(true);
  expect(run({ state: 'running', n_texts: 2 })).toBe(false);
});

interface PromptCase {
  of: string;
  sent: string[];
  prompt: string;
  changed: string;
  characters: number;
  tokens: number;
}

it.each(corpus<PromptCase>('prompts').flatMap(([, cases]) => cases))('sends as much as the server: $of', (one) => {
  const sent = one.sent.map((material) => sentOf(text({ material }), 'slide_to_script'));
  const n_characters = sent.reduce((n, each) => n + countCodePoints(each) + countCodePoints(one.prompt), 0);
  const outlook = { prompt: one.prompt, n_slides: sent.length, n_characters } as Outlook;
  expect(sentWith(outlook, one.changed)).toEqual({ characters: one.characters, tokens: one.tokens });
});
