/**
 * The words that a page and the talk have in common. Words are those that the browser's dictionary finds; left out are
 * what the run does not count in the talk (stop words, fillers), and Japanese grammar.
 */

import { type Word, wordsIn } from '@/ui/large/words';
import { pageOf } from './deck';
import type { Doc } from './document';
import type { Chip, Unit } from './types';

const spoken = new WeakMap<Unit, readonly Word[]>();

/** The words of a unit of the talk that its run counts. */
export function spokenWords(doc: Doc, position: number): readonly Word[] {
  const unit = doc.targetUnits[position];
  if (!unit) return [];
  const before = spoken.get(unit);
  if (before) return before;
  const words = wordsIn(unit.text, doc.targetLanguage).filter(counts(doc, unit));
  spoken.set(unit, words);
  return words;
}

/** A run counts what stands between spaces, by where it begins. */
function counts(doc: Doc, { text, counted }: Unit): (word: Word) => boolean {
  if (!counted || doc.spaceless.target) return () => true;
  const begins = new Set(counted);
  const starts: number[] = [];
  let [at, isBetween] = [0, true];
  for (const sign of text) {
    const isSpace = /\s/u.test(sign);
    if (isBetween && !isSpace) starts.push(at);
    isBetween = isSpace;
    at += 1;
  }
  return (word) => begins.has(starts.findLast((start) => start <= word.start) ?? -1);
}

/** The words of a part of a unit of the talk, from its beginning. */
export function wordsOfChip(doc: Doc, chip: Chip): readonly Word[] {
  return spokenWords(doc, chip.unit)
    .filter(({ start, end }) => start >= chip.start && end <= chip.end)
    .map(({ key, start, end }) => ({ key, start: start - chip.start, end: end - chip.start }));
}

const shown = new WeakMap<Unit, ReadonlySet<string>>();

/** The keys of the words of a unit's page. */
export function keysOfPage(doc: Doc, position: number | null | undefined): ReadonlySet<string> {
  const unit = position == null ? undefined : doc.sourceUnits[position];
  if (!unit) return new Set();
  const before = shown.get(unit);
  if (before) return before;
  const text = pageOf(doc, position)?.text ?? '';
  const keys = new Set(wordsIn(text, doc.sourceLanguage).map(({ key }) => key));
  shown.set(unit, keys);
  return keys;
}

/** A line is said where at least so much of its words is. */
const leastShare = 0.2;

/**
 * For each line of a page the index of the sentence in which it is said: the one that has most of the line's words, the
 * earlier one of two. Null for a line that is not said. `sentences`: the keys of the words of each.
 */
export function linesSaid(
  lines: readonly (readonly Word[])[],
  sentences: readonly ReadonlySet<string>[],
): readonly (number | null)[] {
  return lines.map((words) => {
    const keys = [...new Set(words.map(({ key }) => key))];
    const shares = sentences.map((words) => keys.filter((key) => words.has(key)).length / Math.max(1, keys.length));
    const most = Math.max(0, ...shares);
    return most > 0 && most >= leastShare ? shares.indexOf(most) : null;
  });
}
