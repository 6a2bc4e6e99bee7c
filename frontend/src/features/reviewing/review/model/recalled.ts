/** What the concordance and the memory found, in pieces that can be drawn. */

import { sliceCodePoints } from './text';

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
