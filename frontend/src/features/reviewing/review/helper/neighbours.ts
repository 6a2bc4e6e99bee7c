/** The chips of the target around a row: what may belong to it, or what of it may belong elsewhere. */

import { byPlace, type Doc, numberOf, rowOf } from '../model/document';
import type { Chip } from '../model/types';

const each = 2;
const most = 12;

/** Two before the row's first chip, its own, and two after its last, in the order of the text. */
export function neighboursOf(doc: Doc, id: string): readonly Chip[] {
  const row = rowOf(doc, id);
  // Without a target of its own, the place is between those of the rows around.
  const above = doc.order.slice(0, numberOf(doc, id) - 1).findLast((other) => rowOf(doc, other).target.length > 0);
  const first = row.target[0]?.unit ?? (above ? (rowOf(doc, above).target.at(-1)?.unit ?? -1) + 1 : 0);
  const last = row.target.at(-1)?.unit ?? first - 1;
  const chips: Chip[] = [];
  for (const { target } of doc.rows.values()) {
    // Chips of a row are in order: few rows reach so far.
    if ((target[0]?.unit ?? Infinity) > last + each || (target.at(-1)?.unit ?? -1) < first - each) continue;
    chips.push(...target.filter((chip) => chip.unit >= first - each && chip.unit <= last + each));
  }
  return chips.sort(byPlace).slice(0, most);
}
