import { useState } from 'react';

const nobody: ReadonlySet<number> = new Set();

/** The rows of a table that are chosen, and the one that the keys move. */
export function useChosenRows<Row extends { id: number }>(rows: readonly Row[], canChoose: boolean) {
  const [chosen, setChosen] = useState(nobody);
  const [active, setActive] = useState(-1);
  const picked = rows.filter(({ id }) => chosen.has(id));

  /** Chooses a row or not; with `extend` all from the active one to it. */
  const toggle = (index: number, extend: boolean) => {
    const id = rows[index]?.id;
    if (id === undefined) return;
    const next = new Set(chosen);
    if (extend && active >= 0) {
      for (const row of rows.slice(Math.min(active, index), Math.max(active, index) + 1)) next.add(row.id);
    } else if (!next.delete(id)) next.add(id);
    setChosen(next);
    setActive(index);
  };
  return {
    chosen,
    picked,
    active,
    setActive,
    toggle,
    toggleActive: () => canChoose && active >= 0 && toggle(active, false),
    toggleAll: () => setChosen(rows.every(({ id }) => chosen.has(id)) ? nobody : new Set(rows.map(({ id }) => id))),
    move: (by: 1 | -1, extend: boolean) => {
      const to = Math.min(rows.length - 1, Math.max(0, active + by));
      if (extend && canChoose) toggle(to, true);
      else setActive(to);
    },
    clear: () => setChosen(nobody),
    /** What a key acts on: those that are chosen, else the active one. */
    meant: () => (picked.length > 0 ? picked : rows.slice(Math.max(0, active), active + 1)),
  };
}

export type ChosenRows = Omit<ReturnType<typeof useChosenRows>, 'picked' | 'meant'>;
