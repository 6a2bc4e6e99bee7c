/** The words of texts, as they are looked for and compared, and texts in pieces that can be drawn. */

import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { folded } from './folded';

interface TextPiece {
  text: string;
  marked: boolean;
  /** Where it begins, in code points. */
  at: number;
}

/** A text cut at its marks, which are [start, end) in code points, in order and without overlaps. */
export function piecesOf(text: string, marks: readonly (readonly number[])[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  const add = (end: number, marked: boolean) => {
    const piece = sliceCodePoints(text, at, end);
    if (piece) pieces.push({ text: piece, marked, at });
    at = end;
  };
  for (const [start = 0, end = 0] of marks) {
    add(start, false);
    add(end, true);
  }
  add(Number.POSITIVE_INFINITY, false);
  return pieces;
}

interface SaidWord {
  text: string;
  /** Where it stands in the text, in UTF-16 units as `slice` counts. */
  start: number;
  end: number;
}

/** The words of a text that can be looked for; in Japanese or Thai those that the browser's dictionary finds. */
export function searchableWords(text: string, language: string): SaidWord[] {
  const words: SaidWord[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language || 'en', { granularity: 'word' }).segment(
    text,
  ))
    if (isWordLike) words.push({ text: segment, start: index, end: index + segment.length });
  return words;
}

/** Where it stands, in code points; words of one key are the same word. */
export interface Word {
  key: string;
  start: number;
  end: number;
}

/** As the server leaves it out (`is_content` in `alignment/text.py`). */
const grammar = /^\p{Script=Hiragana}{1,3}$/u;

export function wordsIn(text: string, language: string): readonly Word[] {
  const isPlain = countCodePoints(text) === text.length;
  const place = (at: number) => (isPlain ? at : countCodePoints(text.slice(0, at)));
  return searchableWords(text, language)
    .map(({ text: word, start, end }) => ({ key: folded(word), start: place(start), end: place(end) }))
    .filter(({ key }) => key !== '' && !grammar.test(key));
}
