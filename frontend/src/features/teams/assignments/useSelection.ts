import { useMemo, useState } from 'react';
import type { BoardCounts, BoardRow } from './requests';
import { extended, nothing, type Selection, sumOf, toggled } from './selection';

export type BoardSelection = ReturnType<typeof useSelection>;

/** The active row of the board and the selected pairs. `total` counts all pairs that match. */
export function useSelection(rows: readonly BoardRow[], counts: BoardCounts | undefined, total: number) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const [active, setActive] = useState(-1);
  const ids = useMemo(() => rows.map(({ pair }) => pair.id), [rows]);
  const activeId = ids[active];
  const sum = sumOf(selection, rows, counts, total);
  const clear = () => setSelection(nothing);
  const all = () => setSelection({ kind: 'all' });
  return {
    selection,
    sum,
    active,
    activeId,
    activate: setActive,
    all,
    clear,
    toggleAll: selection.kind === 'all' ? clear : all,
    toggle: (index: number, extend: boolean) => {
      const id = ids[index];
      if (id === undefined) return;
      setSelection(extend && active >= 0 ? extended(selection, ids, active, index) : toggled(selection, id, ids));
      setActive(index);
    },
    move: (by: 1 | -1, extend: boolean) => {
      const to = Math.min(rows.length - 1, Math.max(0, active + by));
      if (extend && active >= 0) setSelection(extended(selection, ids, active, to));
      setActive(to);
    },
    /** Acts on what is selected; where nothing is, selects the active row first. */
    withSome: (then: () => void) => {
      if (sum.nPairs === 0) {
        if (activeId === undefined) return;
        setSelection({ kind: 'some', ids: new Set([activeId]) });
      }
      then();
    },
  };
}
