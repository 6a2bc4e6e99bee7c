/** Which pairs of the board are chosen: some of them, or all that match the filter but a few. Pure functions. */

import type { BoardCounts, BoardRow, Chosen } from './requests';

export type Selection = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' };

export const nothing: Selection = { kind: 'some', ids: new Set() };

export function isChosen(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** One more, or one fewer. Where all were chosen, those that are loaded stay chosen but for this one. */
export function toggled(selection: Selection, id: number, loaded: readonly number[]): Selection {
  const ids = new Set(selection.kind === 'all' ? loaded : selection.ids);
  if (selection.kind === 'all' || ids.has(id)) ids.delete(id);
  else ids.add(id);
  return { kind: 'some', ids };
}

/** With all from one row to another. */
export function extended(selection: Selection, loaded: readonly number[], from: number, to: number): Selection {
  if (selection.kind === 'all') return selection;
  const between = loaded.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { kind: 'some', ids: new Set([...selection.ids, ...between]) };
}

export interface Sum {
  nPairs: number;
  nRows: number;
  nFree: number;
}

export function sumOf(
  selection: Selection,
  rows: readonly BoardRow[],
  counts: BoardCounts | undefined,
  shown: number,
): Sum {
  if (selection.kind === 'all') {
    return { nPairs: shown, nRows: counts?.n_rows ?? 0, nFree: counts?.n_free ?? 0 };
  }
  const chosen = rows.filter(({ pair }) => selection.ids.has(pair.id));
  return {
    nPairs: selection.ids.size,
    nRows: chosen.reduce((sum, { n_rows }) => sum + (n_rows ?? 0), 0),
    nFree: chosen.reduce((sum, { slots }) => sum + slots.filter(({ state }) => state === 'free').length, 0),
  };
}

/** As the server is told. `filter` is that of the board, for all of it. */
export function asChosen(selection: Selection, filter: object): Chosen {
  return selection.kind === 'all'
    ? { all_matching: { ...(filter as Record<string, string>) } }
    : { pairs: [...selection.ids] };
}
