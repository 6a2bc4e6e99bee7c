/** Words about the selected pairs of the board. Pure functions. */

import type { Chosen } from '@/lib/useChosen';
import type { BoardCounts, BoardRow, ChosenPairs } from './requests';

export interface Sum {
  nPairs: number;
  nRows: number;
  nFree: number;
}

/** nAll : pairs that match the filter. */
export function sumOf(chosen: Chosen, rows: readonly BoardRow[], counts: BoardCounts | undefined, nAll: number): Sum {
  if (chosen === 'all') return { nPairs: nAll, nRows: counts?.n_rows ?? 0, nFree: counts?.n_free ?? 0 };
  const those = rows.filter(({ pair }) => chosen.has(pair.id));
  return {
    nPairs: chosen.size,
    nRows: those.reduce((sum, { n_rows }) => sum + (n_rows ?? 0), 0),
    nFree: those.reduce((sum, { slots }) => sum + slots.filter(({ state }) => state === 'free').length, 0),
  };
}

/** As a request names them. `filter` is that of the board, for all of it. */
export function asRequest(chosen: Chosen, filter: object): ChosenPairs {
  return chosen === 'all' ? { all_matching: { ...(filter as Record<string, string>) } } : { pairs: [...chosen] };
}
