/** What a span may be about, by the numbers that name it. */

import { type Doc, rowOf } from './document';

export interface Choice {
  /** Which it is, from 1 to 5; 0 is no sentence. */
  number: number;
  sentence: number | null;
  probability: number;
}

export interface Choices {
  /** The engine's candidates, likeliest first: at most five sentences, then none. Empty where it gave none. */
  choices: readonly Choice[];
  /** The span that they were given for: of one that a person cut off, the span before it. */
  of: string | null;
}

export function choicesFor(doc: Doc, id: string): Choices {
  const at = doc.order.indexOf(id);
  // What follows a cut is likely to be about one of the sentences that the engine weighed for the whole.
  const of = doc.order.slice(0, at + 1).findLast((other) => rowOf(doc, other).candidates.length > 0) ?? null;
  if (of === null) return { choices: [], of };
  const { candidates } = rowOf(doc, of);
  const sentences = candidates
    .filter((candidate) => candidate.source !== null)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 5)
    .map((candidate, i): Choice => ({ number: i + 1, sentence: candidate.source, probability: candidate.probability }));
  const none = candidates.find((candidate) => candidate.source === null)?.probability ?? 0;
  return { choices: [...sentences, { number: 0, sentence: null, probability: none }], of };
}
