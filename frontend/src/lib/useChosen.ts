import { useState } from 'react';
import type { PageKeys } from './usePageKeys';

/** Ids, or all there are: also those that are not loaded. */
export type Chosen = ReadonlySet<number> | 'all';

const none: Chosen = new Set();

/** The keys of a list whose rows are chosen, each as `useChosen` has it. */
export const choosingKeys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  extend_next: ['Shift+ArrowDown', 'Shift+j'],
  extend_previous: ['Shift+ArrowUp', 'Shift+k'],
  toggle: ['x'],
  clear: ['Escape'],
} satisfies PageKeys;

interface ChosenOf {
  /** The ids of the rows that are loaded. */
  ids: readonly number[];
  /** The scope of choosing all: the rows that are loaded, or also those that are not. */
  all?: 'loaded' | 'all';
  canChoose?: boolean;
}

/** Which rows of a list are chosen, and the one that the keys move. */
export function useChosen({ ids, all = 'loaded', canChoose = true }: ChosenOf) {
  const [chosen, choose] = useState<Chosen>(none);
  const [active, activate] = useState(-1);

  /** Chooses all from the active row to this one. */
  const extend = (index: number) => {
    if (chosen === 'all') return;
    const between = ids.slice(Math.min(active, index), Math.max(active, index) + 1);
    choose(new Set([...chosen, ...between]));
  };
  /** Chooses a row or not. Where all were chosen, those that are loaded stay so, but for this one. */
  const toggle = (index: number, extends_ = false) => {
    const id = ids[index];
    if (id === undefined || !canChoose) return;
    if (extends_ && active >= 0) extend(index);
    else {
      const next = new Set(chosen === 'all' ? ids : chosen);
      if (!next.delete(id)) next.add(id);
      choose(next);
    }
    activate(index);
  };
  const move = (by: 1 | -1, extends_ = false) => {
    const to = Math.min(ids.length - 1, Math.max(0, active + by));
    if (extends_ && canChoose && active >= 0) extend(to);
    activate(to);
  };
  const clear = () => choose(none);
  const isAll = chosen === 'all' || (all === 'loaded' && ids.length > 0 && ids.every((id) => chosen.has(id)));
  const chooseAll = () => choose(all === 'all' ? 'all' : new Set(ids));
  return {
    chosen,
    choose,
    isAll,
    isSome: !isAll && chosen.size > 0,
    has: (id: number) => chosen === 'all' || chosen.has(id),
    active,
    activeId: ids[active],
    activate,
    toggle,
    chooseAll,
    toggleAll: isAll ? clear : chooseAll,
    clear,
    /** Acts on what is chosen; where nothing is, chooses the active row first. */
    withSome: (act: () => void) => {
      const isNone = chosen !== 'all' && chosen.size === 0;
      if (isNone && ids[active] === undefined) return;
      if (isNone) toggle(active);
      act();
    },
    /** What the keys do that every such list has. */
    acts: {
      next: () => move(1),
      previous: () => move(-1),
      extend_next: () => move(1, true),
      extend_previous: () => move(-1, true),
      toggle: () => toggle(active),
      clear,
    },
  };
}
