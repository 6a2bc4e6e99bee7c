/** Where the utterances of a span end: each is a unit of the transcript. */

import { type Doc, findChip, rowOf } from './document';
import type { Gesture } from './gesture';
import { splitBefore } from './gestures';
import type { Chip } from './types';

/** Whether an utterance ends right before this chip of a span. */
export function beginsUtterance(chips: readonly Chip[], index: number): boolean {
  const [before, chip] = [chips[index - 1], chips[index]];
  return before !== undefined && chip !== undefined && before.unit !== chip.unit;
}

/** The span cut at the first end of an utterance after the chosen words, or after its beginning. */
export function splitUtterance(doc: Doc, rowId: string, chipId: string | null): Gesture {
  const { target } = rowOf(doc, rowId);
  const from = (chipId && findChip(doc.rows, chipId, [rowId])?.index) || 0;
  const after = target.findIndex((_, i) => i > from && beginsUtterance(target, i));
  const at = after < 0 ? target.findIndex((_, i) => beginsUtterance(target, i)) : after;
  if (at < 0) return { refused: 'This span is a single utterance. {caret} splits it at a word.' };
  return splitBefore(doc, rowId, at);
}
