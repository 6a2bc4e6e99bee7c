import { describe, expect, it } from 'vitest';
import { piecesOf, searchableWords } from './words';

describe('a text with marks', () => {
  it('is cut at code points', () => {
    expect(
      piecesOf('二つ👩🏽‍🔬目の瓶', [
        [0, 1],
        [6, 7],
      ]).map(({ text, marked }) => [text, marked]),
    ).toEqual([
      ['二', true],
      ['つ👩🏽‍🔬', false],
      ['目', true],
      ['の瓶', false],
    ]);
  });

  it('is whole without marks, and nothing where it is empty', () => {
    expect(piecesOf('Tide.', [])).toEqual([{ text: 'Tide.', marked: false, at: 0 }]);
    expect(piecesOf('', [])).toEqual([]);
  });

  it('may begin and end with one', () => {
    expect(piecesOf('tide', [[0, 4]])).toEqual([{ text: 'tide', marked: true, at: 0 }]);
  });
});

describe('the words of a row', () => {
  it('leave out spaces and signs, and say where they stand', () => {
    const text = 'The tide, 9 columns.';
    expect(searchableWords(text, 'en').map(({ text }) => text)).toEqual(['The', 'tide', '9', 'columns']);
    for (const word of searchableWords(text, 'en')) expect(text.slice(word.start, word.end)).toBe(word.text);
  });

  it('are found in Japanese too', () => {
    expect(
      searchableWords('満潮の記録。', 'ja')
        .map(({ text }) => text)
        .join(''),
    ).toBe('満潮の記録');
  });
});
