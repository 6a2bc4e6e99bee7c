import type { DocumentKind, PairKind } from '@/api/types';
import { plural } from '@/lib/format';

export const kindLabels: Record<PairKind, string> = {
  paper_talk: 'paper and talk',
  slides_talk: 'slides and talk',
  bitext: 'bitext',
};

export const pairKinds = Object.keys(kindLabels) as PairKind[];

/** The names of the source, of a unit of it, and of a row without one. */
export const sourceWords: Record<PairKind, { whole: string; unit: string; none: string }> = {
  paper_talk: { whole: 'paper', unit: 'sentence', none: 'no sentence' },
  slides_talk: { whole: 'slides', unit: 'page', none: 'no slide' },
  bitext: { whole: 'source', unit: 'sentence', none: 'no source' },
};

/** The name of a row of a review: one, and several. */
export const rowWords: Record<PairKind, readonly [one: string, many: string]> = {
  paper_talk: ['span', 'spans'],
  slides_talk: ['stretch', 'stretches'],
  bitext: ['row', 'rows'],
};

/** The name of a unit of a document. */
const unitWords: Record<DocumentKind, string> = {
  paper: 'sentence',
  transcript: 'line',
  text: 'sentence',
  slides: 'page',
};

/** How many units of a document there are, by their name: "12 pages". */
export const unitsOf = (kind: DocumentKind, n: number) => plural(n, unitWords[kind]);
