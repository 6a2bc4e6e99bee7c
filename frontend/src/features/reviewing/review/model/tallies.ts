/**
 * Figures of all rows that follow the rows as they change. Rows are immutable: what an edit changed shows by comparing
 * two states of a review row by row, and only the rows that differ are looked at again.
 */

import type { Row } from './types';

type Rows = ReadonlyMap<string, Row>;

/** Each row that is not the same in both, as it was and as it is; null where it was not there, or is not any more. */
export function differences(was: Rows, is: Rows): (readonly [Row | null, Row | null])[] {
  const changed: (readonly [Row | null, Row | null])[] = [];
  if (was === is) return changed;
  let kept = 0;
  is.forEach((row, id) => {
    const before = was.get(id);
    if (before) kept += 1;
    if (before !== row) changed.push([before ?? null, row]);
  });
  if (kept < was.size)
    was.forEach((row, id) => {
      if (!is.has(id)) changed.push([row, null]);
    });
  return changed;
}

/**
 * What `put` makes of all rows, where `by` is 1 for a row that came and -1 for one that went. It is kept for each `owner`
 * and changed in place, whichever state of the review is asked about next.
 */
export function tally<Owner extends object, Total>(
  start: () => Total,
  put: (total: Total, row: Row, by: 1 | -1, owner: Owner) => void,
): (owner: Owner, rows: Rows) => Readonly<Total> {
  const known = new WeakMap<Owner, { rows: Rows; total: Total }>();
  return (owner, rows) => {
    const kept = known.get(owner) ?? { rows: new Map(), total: start() };
    for (const [was, is] of differences(kept.rows, rows)) {
      if (was) put(kept.total, was, -1, owner);
      if (is) put(kept.total, is, 1, owner);
    }
    kept.rows = rows;
    known.set(owner, kept);
    return kept.total;
  };
}
