/** Key sentences of a review: what each sentence adds to those of its page, and what could be proposed. */

import { sliceCodePoints } from '@/lib/codePoints';
import { type Frame, framesOf, type Page, type Sentence, sentencesOf } from './deck';
import { type Doc, rowOf } from './document';
import { type Gesture, operation } from './gesture';
import { type Choice, chooseKeySentences, compared, type Dropped, gainsOf, type KeyOptions } from './rouge';
import { chipText } from './text';
import type { Content, Row, Step } from './types';

/** How key sentences are proposed: as many as the run has of a page, all that raise ROUGE, or none. */
export const ways = ['top', 'gain', 'hand'] as const;
export type Way = (typeof ways)[number];

/** A sentence over one showing of a page; one that is cut has several parts. */
interface Spoken {
  parts: readonly Sentence[];
  text: string;
  isKey: boolean;
}

/** What there is to know of one showing of a page. */
export interface PageKeys {
  sentences: readonly Spoken[];
  /** By the first chip of a sentence, what it adds; empty for a page of too few words. */
  gains: ReadonlyMap<string, number>;
  /** Of the sentences that are marked. */
  rouge: number;
  nKey: number;
  choices: Readonly<Record<Exclude<Way, 'hand'>, Choice>>;
}

/** Code points of a page that are compared, as in a run: what is longer is no slide. */
const pageLength = 4000;

const known = new WeakMap<Row, { page: Page; rows: readonly Row[]; keys: PageKeys }>();

/** Of a showing; the same object while its rows are the same. */
export function keysOf(doc: Doc, { page, rows: ids }: Frame, options: NonNullable<Content['key_options']>): PageKeys {
  const rows = ids.map((id) => rowOf(doc, id));
  const before = rows[0] && known.get(rows[0]);
  if (before?.page === page && before.rows.length === rows.length && before.rows.every((row, at) => row === rows[at]))
    return before.keys;
  const sentences = spokenIn(doc, ids);
  const texts = sentences.map(({ text }) => text);
  const text = sliceCodePoints(page.text, 0, pageLength);
  const all: KeyOptions = { ...options, max_sentences: null };
  const beside = compared(texts, text);
  const choices = { top: chooseKeySentences(beside, options), gain: chooseKeySentences(beside, all) };
  const marked = sentences.map(({ isKey }) => isKey);
  const { gains, rouge } = gainsOf(beside, marked, options);
  const isShort = choices.top.dropped === 'short_page';
  const keys: PageKeys = {
    sentences,
    gains: new Map(isShort ? [] : sentences.map(({ parts }, at) => [parts[0]?.chip.id ?? '', gains[at] ?? 0])),
    rouge,
    nKey: marked.filter(Boolean).length,
    choices,
  };
  if (rows[0]) known.set(rows[0], { page, rows, keys });
  return keys;
}

function spokenIn(doc: Doc, rows: readonly string[]): readonly Spoken[] {
  const byUnit = new Map<number, Sentence[]>();
  for (const part of sentencesOf(doc, rows)) byUnit.set(part.chip.unit, [...(byUnit.get(part.chip.unit) ?? []), part]);
  return [...byUnit.values()].map((parts) => ({
    parts,
    text: parts
      .map(({ chip }, at) => {
        const touches = at === 0 || parts[at - 1]?.chip.end === chip.start;
        return (touches ? '' : ' ') + chipText(chip, doc.targetUnits);
      })
      .join(''),
    isKey: parts.some(({ chip }) => chip.is_key),
  }));
}

/** Whether a way would mark each sentence of a showing. */
function marksOf({ sentences, choices }: PageKeys, way: Way): readonly boolean[] {
  const choice = way === 'hand' ? null : choices[way];
  return sentences.map((_, at) => choice?.dropped === '' && choice.chosen.includes(at));
}

/** What is left out, by reason: pages, and sentences of too few words. */
export type LeftOut = Readonly<Record<Exclude<Dropped, ''>, number>> & { short_sentences: number };

export interface Overview {
  /** As most pages that nobody has reviewed are marked; null where all are reviewed. */
  way: Way | null;
  leftOut: LeftOut;
}

/** How the review is marked now, and what the thresholds leave out. */
export function overviewOf(doc: Doc, options: NonNullable<Content['key_options']>): Overview {
  const like = { top: 0, gain: 0, hand: 0 };
  const leftOut = { short_page: 0, no_sentences: 0, low_rouge: 0, short_sentences: 0 };
  let open = 0;
  for (const frame of framesOf(doc).filter(({ rows }) => rows.length > 0)) {
    const keys = keysOf(doc, frame, options);
    const { dropped, nShortSentences } = keys.choices.top;
    if (dropped) leftOut[dropped] += 1;
    leftOut.short_sentences += nShortSentences;
    const free = keys.sentences.map(({ parts }) => parts.every(({ row }) => rowOf(doc, row).status === 'proposed'));
    if (!free.includes(true)) continue;
    open += 1;
    for (const way of ways) {
      const marks = marksOf(keys, way);
      if (keys.sentences.every(({ isKey }, at) => !free[at] || isKey === marks[at])) like[way] += 1;
    }
  }
  const most = Math.max(...Object.values(like));
  const way = open === 0 ? null : most === 0 ? 'hand' : (ways.find((each) => like[each] === most) ?? 'hand');
  return { way, leftOut };
}

/**
 * Marks what a way chooses, in rows that nobody has reviewed. What people have set one by one stays (`byHand`: the chips);
 * one part of a sentence stands for all of it.
 */
export function propose(
  doc: Doc,
  way: Way,
  byHand: ReadonlySet<string>,
  options: NonNullable<Content['key_options']>,
): Gesture & { nPages?: number } {
  const [yes, no, rows] = [[] as string[], [] as string[], new Set<string>()];
  let nPages = 0;
  for (const frame of framesOf(doc).filter((each) => each.rows.length > 0)) {
    const keys = keysOf(doc, frame, options);
    const marks = marksOf(keys, way);
    const before = rows.size;
    keys.sentences.forEach(({ parts }, at) => {
      const isSet = parts.some(({ row, chip }) => byHand.has(chip.id) || rowOf(doc, row).status !== 'proposed');
      if (isSet) return;
      for (const { row, chip } of parts) {
        if (chip.is_key === marks[at]) continue;
        (marks[at] ? yes : no).push(chip.id);
        rows.add(row);
      }
    });
    if (rows.size > before) nPages += 1;
  }
  if (rows.size === 0) return { refused: 'Nothing would change: what is reviewed or set by hand stays as it is.' };
  const steps: Step[] = [
    ...(yes.length > 0 ? [{ type: 'set_key' as const, chips: yes, is_key: true }] : []),
    ...(no.length > 0 ? [{ type: 'set_key' as const, chips: no, is_key: false }] : []),
  ];
  return { operation: operation(doc, 'propose_keys', steps, [...rows]), nPages };
}
