/** Where the rows are scrolled to, so that the active one is seen from its beginning. Pixels from the first row. */

export interface Box {
  start: number;
  end: number;
}

import type { EditorState } from '../editor/state';

/** `near`: as little as needed. `third`: two rows stay above it. `centre`. `pointer`: near, but under the hand it stays. */
export type Placing = EditorState['scroll']['how'];

/** The scroll offset nearest to `offset` at which all of `box` is seen, or its beginning where it is taller than that. */
export function showing(box: Box, height: number, offset: number): number {
  return Math.max(0, Math.min(box.start, Math.max(offset, box.end - height)));
}

/**
 * The scroll offset for the active row.
 *
 * `lead`: where the rows begin that stay above it. `offset`: where they are scrolled to now.
 */
export function offsetFor(how: Placing, row: Box, lead: number, height: number, offset: number): number {
  if (how === 'third') return showing(row, height, lead);
  if (how === 'centre') return showing(row, height, (row.start + row.end - height) / 2);
  const isTaller = row.end - row.start > height;
  const isSeen = row.start < offset + height && row.end > offset;
  return how === 'pointer' && isTaller && isSeen ? offset : showing(row, height, offset);
}
