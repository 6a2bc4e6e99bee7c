/** Text as people see it: code points, grapheme-safe carets, languages, and what changed between two versions. */

import { type Doc, unitsOf } from './document';
import type { Chip, Row, Side, Unit } from './types';

/** The text between two code point offsets. JavaScript counts UTF-16 units, so an emoji would be cut in half by slice. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  // Most text has no astral character, and then both counts agree.
  if (!hasAstral(text)) return text.slice(start, end);
  return [...text].slice(start, end).join('');
}

export function countCodePoints(text: string): number {
  if (!hasAstral(text)) return text.length;
  let n = 0;
  for (const _ of text) n += 1;
  return n;
}

function hasAstral(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdfff) return true;
  }
  return false;
}

/** Scripts in which a difference is read by characters. */
const byCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

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

export interface DiffPart {
  kind: 'same' | 'del' | 'ins';
  text: string;
}

/** What a difference is made of: graphemes in CJK and Thai, elsewhere words, spaces and signs. */
export function tokens(text: string, language: string, granularity = granularityOf(text)): string[] {
  return Array.from(new Intl.Segmenter(language || 'en', { granularity }).segment(text), (part) => part.segment);
}

function granularityOf(text: string): 'grapheme' | 'word' {
  return byCharacter.test(text) ? 'grapheme' : 'word';
}

/** What changed from `before` to `after`, as few tokens as possible (Myers, greedy), equal neighbours in one part. */
export function difference(before: string, after: string, language: string): DiffPart[] {
  const granularity = granularityOf(before + after);
  const a = tokens(before, language, granularity);
  const b = tokens(after, language, granularity);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const parts: DiffPart[] = a.slice(0, head).map((text) => ({ kind: 'same', text }));
  parts.push(...myers(a.slice(head, a.length - tail), b.slice(head, b.length - tail)));
  parts.push(...a.slice(a.length - tail).map((text): DiffPart => ({ kind: 'same', text })));
  return tidy(parts);
}

function myers(a: readonly string[], b: readonly string[]): DiffPart[] {
  const max = a.length + b.length;
  if (max === 0) return [];
  const offset = max;
  let v = new Int32Array(2 * max + 2);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= max; d += 1) {
    trace.push(v.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(v, offset + k - 1) < at(v, offset + k + 1));
      let x = down ? at(v, offset + k + 1) : at(v, offset + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      v[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a, b, offset);
    }
    v = v.slice();
  }
  return [];
}

function backtrack(trace: Int32Array[], a: readonly string[], b: readonly string[], offset: number): DiffPart[] {
  const parts: DiffPart[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const v = trace[d] as Int32Array;
    const k = x - y;
    const down = k === -d || (k !== d && at(v, offset + k - 1) < at(v, offset + k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(v, offset + fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      parts.push({ kind: 'same', text: a[x] ?? '' });
    }
    if (d > 0) parts.push(down ? { kind: 'ins', text: b[fromY] ?? '' } : { kind: 'del', text: a[fromX] ?? '' });
    x = fromX;
    y = fromY;
  }
  return parts.reverse();
}

function at(v: Int32Array, index: number): number {
  return v[index] ?? 0;
}

/** Within a stretch of changes, what went comes before what came; then equal kinds are one part. */
function tidy(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let gone = '';
  let come = '';
  const flush = () => {
    if (gone) out.push({ kind: 'del', text: gone });
    if (come) out.push({ kind: 'ins', text: come });
    gone = '';
    come = '';
  };
  for (const part of parts) {
    if (part.kind === 'del') gone += part.text;
    else if (part.kind === 'ins') come += part.text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') last.text += part.text;
      else out.push({ ...part });
    }
  }
  flush();
  return out;
}
