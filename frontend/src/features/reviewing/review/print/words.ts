/** What the printed sheet says of the review, its view and its rows. */

import { language, probability } from '@/lib/format';
import type { Doc } from '../model/document';
import { bitextFilters, talkFilters, type View } from '../model/filters';
import { givenLabels, type Labels } from '../model/labels';
import type { Row } from '../model/types';

export function labelsOf(row: Row, labels: Labels): string[] {
  const label = (name: string, value: boolean | null) => (value === null ? [] : [`${name} ${value ? 'yes' : 'no'}`]);
  return [
    ...label('good_align', row.good_align),
    ...label('good_mt', row.good_mt),
    ...(row.null_reason ? [row.null_reason] : []),
    ...row.tags,
    ...givenLabels(row, labels).map(({ name, text }) => `${name} ${text}`),
    ...(row.flagged ? ['flagged'] : []),
  ];
}

export function viewWords(doc: Doc, view: View): string {
  const filters = doc.kind === 'paper_talk' ? talkFilters : bitextFilters;
  const words = filters
    .filter(({ key }) => view.filters.includes(key))
    .map(({ key, label }) => (key === 'below' ? `${label} ${probability(view.below)}` : label));
  return [...words, ...(view.query ? [`“${view.query}”`] : [])].join(', ');
}

export function languagesOf({ kind, sourceLanguage, targetLanguage }: Doc): string {
  const [source, target] = [language(sourceLanguage), language(targetLanguage)];
  if (kind === 'bitext') return `${source} to ${target}`;
  return source === target ? `Paper and talk, ${source}` : `Paper and talk, ${source} and ${target}`;
}
