/** Where one is among the regions, which of them are shown, and which agreed rows are unfolded. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { blocksOf, foldsAround } from './blocks';
import type { RegionFilter } from './filters';
import { isSettled, place, type Region } from './model';
import { isTimed, rowAt } from './places';

const noRows: readonly string[] = [];

/** `onLeave`: one goes to another region. */
export function useRegionPlace(editor: Editor, regions: readonly Region[], shown: RegionFilter, onLeave: () => void) {
  const doc = useStore(editor.store, (state) => state.doc);
  const placed = useMemo(() => place(doc, regions), [doc, regions]);
  const [active, setActive] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const idsOf = (number: number) => placed.rows.get(number) ?? noRows;
  const isOpen = (region: Region) => !isSettled(doc, idsOf(region.number));
  const factsOf = (region: Region) => ({
    isOpen: isOpen(region),
    isFlagged: idsOf(region.number).some((id) => rowOf(doc, id).flagged),
  });
  const open = regions.filter(isOpen);
  const matching = regions.filter((region) => shown.matches(region, factsOf(region)));
  const current =
    regions.find((region) => region.number === active) ??
    matching.find(isOpen) ??
    matching[0] ??
    open[0] ??
    regions[0] ??
    null;
  // The region that one is at stays in sight, whatever the filter says.
  const blocks = blocksOf(placed, new Set<Region | null>([...matching, active === null ? null : current]));

  const activate = (number: number) => {
    setActive(number);
    onLeave();
  };
  const step = (by: 1 | -1) => {
    const at = current?.number ?? 0;
    const next =
      by > 0 ? matching.find((region) => region.number > at) : matching.findLast((region) => region.number < at);
    if (next) activate(next.number);
    else editor.say(by > 0 ? 'This is the last region.' : 'This is the first region.');
  };
  const unfold = (folds: readonly string[], isOpen: boolean) =>
    setUnfolded((before) => {
      const after = new Set(before);
      for (const fold of folds) {
        if (isOpen) after.add(fold);
        else after.delete(fold);
      }
      return after;
    });
  const unfoldAround = () => {
    const folds = foldsAround(blocks, current);
    unfold(folds, !folds.every((fold) => unfolded.has(fold)));
  };
  /** To a region or an agreed row, by a row's number or a time. Returns what is wrong with the text. */
  const goTo = (text: string): string | null => {
    const id = rowAt(doc, text);
    const wrong = id ? null : `“${text}” is not a ${isTimed(doc) ? 'time' : 'row number'}.`;
    if (wrong) editor.say(wrong, 'warn');
    if (!id) return wrong;
    const region = regions.find(({ number }) => idsOf(number).includes(id));
    if (region) activate(region.number);
    else {
      const block = placed.blocks.find((one) => 'agreed' in one && one.agreed.includes(id));
      if (block && 'agreed' in block) unfold([block.agreed[0] as string], true);
      requestAnimationFrame(() =>
        document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' }),
      );
    }
    return null;
  };
  return {
    doc,
    idsOf,
    isOpen,
    factsOf,
    open,
    matching,
    current,
    blocks,
    unfolded,
    activate,
    /** Where nothing else is chosen, one is at the first open region that is shown. */
    toFirst: () => setActive(null),
    step,
    unfold,
    unfoldAround,
    goTo,
  };
}
