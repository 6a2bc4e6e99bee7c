/** Labels that a reviewer gives to some rows and has forgotten on others. */

import type { Doc } from './document';
import { countPieces } from './shape';
import type { Row } from './types';

export const labelNames = ['good_align', 'good_mt'] as const;
export type LabelName = (typeof labelNames)[number];

export interface MissingLabel {
  name: LabelName;
  rows: number;
}

/** How many rows with two sides lack each label. A label that nobody has given in this review is not in use, and not missed. */
export function missingLabels(doc: Doc): readonly MissingLabel[] {
  return labelNames.flatMap((name): MissingLabel[] => {
    let [missing, used] = [0, false];
    for (const row of doc.rows.values()) {
      if (row[name] !== null) used = true;
      else if (isLinked(row)) missing += 1;
    }
    return used && missing > 0 ? [{ name, rows: missing }] : [];
  });
}

function isLinked(row: Row): boolean {
  return countPieces(row.source) > 0 && countPieces(row.target) > 0;
}
