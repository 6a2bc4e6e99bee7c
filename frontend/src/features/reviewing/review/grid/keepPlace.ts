/** An opened row closes when another becomes active, and those just drawn are measured: neither may move the row. */

import type { Virtualizer } from '@tanstack/react-virtual';

/**
 * Measures the row that has just become active and the one that was, and scrolls by what changed above the new one, so
 * that its top stays where it was on the screen. To be called after the rows are drawn and before they are painted. At
 * the beginning of the list there may be less to scroll back than what closed above it: it moves up by what is missing.
 */
export function keepPlace(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  scroller: HTMLElement,
  active: number,
  was: number,
): void {
  const startOf = (index: number): number => {
    // Reading the total makes the virtualizer count anew what was measured since.
    virtualizer.getTotalSize();
    return virtualizer.measurementsCache[index]?.start ?? 0;
  };
  const before = startOf(active);
  const { shouldAdjustScrollPositionOnItemSizeChange: adjust } = virtualizer;
  // It would scroll by some of these changes itself, by its own rules.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  for (const index of [was, active]) {
    // The virtualizer's own measuring would answer with what it knew before.
    const row = scroller.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row) virtualizer.resizeItem(index, row.offsetHeight);
  }
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = adjust;
  const moved = startOf(active) - before;
  if (moved === 0) return;
  scroller.scrollTop += moved;
  // The event that tells the virtualizer comes later than what it is asked next.
  virtualizer.scrollOffset = scroller.scrollTop;
}
