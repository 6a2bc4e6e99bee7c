/** Rows in words, for those who do not see their marks. */

import { percent } from '@/lib/confidence';
import { plural, probability } from '@/lib/format';
import { standingWarnings } from '../model/checks';
import type { Doc } from '../model/document';
import type { Row, RowStatus } from '../model/types';

export const statusWord: Readonly<Record<RowStatus, string>> = {
  proposed: 'proposed',
  accepted: 'accepted',
  implicit: 'accepted implicitly',
};

/** "2 warnings" about a row's post-edit, or nothing. */
export function warned(doc: Doc, row: Row): string {
  const n = standingWarnings(doc, row).length;
  return n > 0 ? plural(n, 'warning') : '';
}

/** "1 key sentence", or nothing. */
export function keyWords(row: Row): string {
  const n = row.target.filter((chip) => chip.is_key).length;
  return n > 0 ? plural(n, 'key sentence') : '';
}

export function sureness(row: Pick<Row, 'edited' | 'confidence'>): string {
  if (row.edited) return 'edited by hand';
  if (row.confidence === null) return 'confidence unknown';
  const n = percent(row.confidence);
  // As it is written: what is seen has to be in the name.
  return n < 10 ? `confidence ${probability(row.confidence)}` : `confidence ${n} percent`;
}
