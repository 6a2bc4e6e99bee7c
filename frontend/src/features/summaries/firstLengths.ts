/** The length that each kind of summary has until another is chosen. */

import type { LengthKind } from '@/lib/summary';
import { ratioBudgets, wordBudgets } from '@/lib/summaryLengths';

/** sentences: the server's default. */
export const firstLengths = (sentences: number): Readonly<Record<LengthKind, number>> => ({
  sentences,
  words: wordBudgets[0],
  ratio: ratioBudgets[0],
  importance: 0.02,
  hybrid: wordBudgets[0],
});
