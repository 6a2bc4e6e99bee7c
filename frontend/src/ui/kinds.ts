import type { DocumentKind, PairKind } from '@/api/types';

export const kindLabels: Record<PairKind, string> = {
  paper_talk: 'paper and talk',
  slides_talk: 'slides and talk',
  bitext: 'bitext',
};

export const pairKinds = Object.keys(kindLabels) as PairKind[];

/** What the source is called, a unit of it, and a row without one. */
export const sourceWords: Record<PairKind, { whole: string; unit: string; none: string }> = {
  paper_talk: { whole: 'paper', unit: 'sentence', none: 'no sentence' },
  slides_talk: { whole: 'slides', unit: 'page', none: 'no slide' },
  bitext: { whole: 'source', unit: 'sentence', none: 'no source' },
};

/** What a row of a review is called: one, and several. */
export const rowWords: Record<PairKind, readonly [one: string, many: string]> = {
  paper_talk: ['span', 'spans'],
  slides_talk: ['stretch', 'stretches'],
  bitext: ['row', 'rows'],
};

/** What a unit of a document is called. */
export const unitWords: Record<DocumentKind, string> = {
  paper: 'sentence',
  transcript: 'segment',
  text: 'sentence',
  slides: 'page',
};
