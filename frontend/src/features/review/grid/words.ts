/** Rows in words, for those who do not see their marks. */

import { percent } from '@/lib/confidence';
import type { Row, RowStatus } from '../model/types';

export const statusWord: Readonly<Record<RowStatus, string>> = {
  proposed: 'proposed',
  accepted: 'accepted',
  implicit: 'accepted implicitly',
};

export function sureness(row: Pick<Row, 'edited' | 'confidence'>): string {
  if (row.edited) return 'edited by hand';
  if (row.confidence === null) return 'confidence unknown';
  return `confidence ${percent(row.confidence)} percent`;
}
