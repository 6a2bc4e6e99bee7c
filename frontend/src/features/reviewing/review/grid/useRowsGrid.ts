/** What the bitext grid and the list of spans share: virtual rows, one tab stop, scrolling that does not jump. */

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef } from 'react';
import { selected as selectedRows } from '../editor/view';
import { useReview, useReviewParts } from '../frame/context';
import { useRowFocus } from './useRowFocus';
import { useRowsMouse } from './useRowsMouse';
import { useScrollToActive } from './useScrollToActive';

export function useRowsGrid(estimate: (id: string) => number, overscan = 14) {
  const scroller = useRef<HTMLDivElement>(null);
  const { visible, active, anchor, picked, chip, matched, opened } = useReviewParts((state) => ({
    visible: state.visible,
    active: state.active,
    anchor: state.anchor,
    picked: state.picked,
    chip: state.chip,
    matched: state.matched,
    opened: state.opened,
  }));
  const order = useReview((state) => state.doc.order);
  const numbers = useMemo(() => new Map(order.map((id, i) => [id, i + 1])), [order]);
  const places = useMemo(() => new Map(visible.map((id, i) => [id, i])), [visible]);
  const activeIndex = active === null ? -1 : (places.get(active) ?? -1);
  const selection = useMemo(() => {
    if (picked) return picked;
    const ids = anchor ? selectedRows({ visible, active, anchor, picked }) : [];
    return new Set(ids.length > 1 ? ids : []);
  }, [visible, active, anchor, picked]);

  // The active row is always there, wherever the person has scrolled: it holds the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
      return [...indexes, activeIndex].sort((a, b) => a - b);
    },
    [activeIndex],
  );
  // Another function would be another list to the virtualizer: it would estimate all rows again at every key.
  const getItemKey = useCallback((index: number) => visible[index] as string, [visible]);
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(visible[index] as string),
    getItemKey,
    overscan,
    rangeExtractor,
    useFlushSync: false,
  });

  useScrollToActive({ scroller, virtualizer, places, active, activeIndex });
  // Rows are drawn once the scroller is measured: before that there is nothing to hold the focus.
  useRowFocus(scroller, virtualizer.getVirtualItems().length > 0);
  const mouse = useRowsMouse();
  return { scroller, virtualizer, visible, active, chip, selection, numbers, matched, opened, mouse };
}
