/** Text as people see it: code points, grapheme-safe carets, languages. */

import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { byCharacter } from '@/lib/difference';
import { type Doc, unitsOf } from './document';
import type { Chip, Row, Side, Unit } from './types';

function primary(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** Right-to-left scripts get their direction from `dir="auto"`; this only picks the larger type. */
export function isArabicScript(language: string): boolean {
  return ['ar', 'fa', 'ur', 'ps'].includes(primary(language));
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** As `dir="auto"` decides: by the first letter. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
}

export function chipText(chip: Chip, units: readonly Unit[]): string {
  return sliceCodePoints(units[chip.unit]?.text ?? '', chip.start, chip.end);
}

/** The text of a side without what was removed: halves of one unit meet as they stood, others as the language has it. */
export function sideText(doc: Doc, row: Pick<Row, Side>, side: Side): string {
  const [chips, units] = [row[side], unitsOf(doc, side)];
  const space = spaceOf(doc, side);
  let text = '';
  let before: Chip | null = null;
  for (const chip of chips) {
    if (chip.removed) continue;
    const touches = before && before.unit === chip.unit && before.end === chip.start;
    text += (before && !touches ? space : '') + chipText(chip, units);
    before = chip;
  }
  return text.trim();
}

/** What the server stores of a post-edit at most, in code points. */
export const longestPostEdit = 100_000;

/** Scripts that mark the ends of words with a space of no width. */
const zeroWidthScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Text on one line, without what nobody sees: line ends and tabs become a space, or nothing where the language has none;
 * controls, soft hyphens and spaces of no width go. Joiners and direction marks stay: emoji, Persian and Arabic need them.
 */
export function cleanText(text: string, spaceless: boolean): string {
  const invisible = zeroWidthScripts.test(text) ? /[\u00ad\u2060\ufeff]/gu : /[\u00ad\u200b\u2060\ufeff]/gu;
  return (
    text
      .replace(/[ ]*[\t\n\v\f\r\u0085\u2028\u2029]+[ ]*/gu, (_, at: number) => {
        const before = text.slice(0, at).at(-1);
        return spaceless && before !== undefined && byCharacter.test(before) ? '' : ' ';
      })
      .replace(invisible, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u001f\u007f-\u009f]/gu, '')
      .trim()
  );
}

/** The separator between two texts of a side: empty in a language that is written without spaces. */
export function spaceOf(doc: Doc, side: Side): string {
  return doc.spaceless[side] ? '' : ' ';
}

/** Offsets (code points, relative to the text) where the caret may be: between graphemes, never inside an emoji. */
export function caretStops(text: string, language: string): number[] {
  const stops: number[] = [];
  let at = 0;
  for (const { segment } of new Intl.Segmenter(language || 'en', { granularity: 'grapheme' }).segment(text)) {
    if (at > 0) stops.push(at);
    at += countCodePoints(segment);
  }
  return stops;
}

/** The stops right before a word, for splitting speech at a word. */
export function wordStops(text: string, language: string): number[] {
  const stops: number[] = [];
  let at = 0;
  for (const { segment, isWordLike } of new Intl.Segmenter(language || 'en', { granularity: 'word' }).segment(text)) {
    if (at > 0 && isWordLike) stops.push(at);
    at += countCodePoints(segment);
  }
  return stops;
}
