/**
 * Where a row of a bitext is split: where both sides' shares of the text are most alike, and neither ends a sentence
 * alone. On pairs of gold rows merged it is right for 88 %, the middle for 59 % (docs/decisions/accepting-many-rows.md).
 */

import { countCodePoints } from '@/lib/codePoints';
import { type Doc, unitsOf } from './document';
import { chipText } from './text';
import type { Chip, Row, Side } from './types';

/** How many chips of each side stay in the row. */
export type Cut = Readonly<Record<Side, number>>;

/** What a sentence that ends on one side only counts, as a difference of shares. */
const unlikeEnds = 0.05;
const endOfSentence = /[.!?。！？…؟۔]["”’»」』)\]]*$/;

/** A place where a side may be cut: chips before it, their share of its characters, and whether a sentence ends there. */
interface Place {
  at: number;
  share: number;
  ends: boolean;
}

/** The best cut of a row; `at`: how many chips of `side` stay, where the person has chosen one. */
export function bestCut(doc: Doc, row: Row, side?: Side, at = 0): Cut {
  const places = (of: Side) => placesOf(doc, of, row[of]).filter((place) => of !== side || place.at === at);
  const cuts = places('source').flatMap((source) =>
    places('target').map((target) => ({
      cut: { source: source.at, target: target.at },
      cost: Math.abs(source.share - target.share) + (source.ends === target.ends ? 0 : unlikeEnds),
      fromMiddle: Math.abs(source.share + target.share - 1),
    })),
  );
  cuts.sort((a, b) => a.cost - b.cost || a.fromMiddle - b.fromMiddle);
  return cuts[0]?.cut ?? { source: row.source.length, target: row.target.length };
}

/** A side that cannot be cut stays whole, and pulls the cut of the other to its middle. */
function placesOf(doc: Doc, side: Side, chips: readonly Chip[]): readonly Place[] {
  if (chips.length < 2) return [{ at: chips.length, share: 0.5, ends: true }];
  const texts = chips.map((chip) => chipText(chip, unitsOf(doc, side)).trim());
  const all = texts.reduce((n, text) => n + countCodePoints(text), 0);
  let before = 0;
  return texts.slice(0, -1).map((text, n) => {
    before += countCodePoints(text);
    return { at: n + 1, share: before / Math.max(1, all), ends: endOfSentence.test(text) };
  });
}
