import type { DocumentKind } from '@/api/types';

/** What the units of a document are. */
export const unitWords: Record<DocumentKind, string> = {
  paper: 'sentences',
  transcript: 'segments',
  text: 'sentences',
  slides: 'pages',
};
