/** What the bitext grid and the list of spans share: virtual rows, one tab stop, scrolling that does not jump. */

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { menuOpen } from '../editor/state';
import { selected as selectedRows } from '../editor/view';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { keepPlace } from './keepPlace';
import { useRowsMouse } from './useRowsMouse';

export function useRowsGrid(estimate: (id: string) => number, overscan = 6) {
  const editor = useEditor();
  const scroller = useRef<HTMLDivElement>(null);
  const { visible, active, anchor, chip, scroll, focus, matched, opened } = useReviewParts((state) => ({
    visible: state.visible,
    active: state.active,
    anchor: state.anchor,
    chip: state.chip,
    scroll: state.scroll,
    focus: state.focus,
    matched: state.matched,
    opened: state.opened,
  }));
  const order = useReview((state) => state.doc.order);
  const numbers = useMemo(() => new Map(order.map((id, i) => [id, i + 1])), [order]);
  const places = useMemo(() => new Map(visible.map((id, i) => [id, i])), [visible]);
  const activeIndex = active === null ? -1 : (places.get(active) ?? -1);
  const selection = useMemo(() => {
    const ids = anchor ? selectedRows({ visible, active, anchor }) : [];
    return new Set(ids.length > 1 ? ids : []);
  }, [visible, active, anchor]);

  // The active row is always there, wherever the person has scrolled: it holds the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
      return [...indexes, activeIndex].sort((a, b) => a - b);
    },
    [activeIndex],
  );
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(visible[index] as string),
    getItemKey: (index) => visible[index] as string,
    overscan,
    rangeExtractor,
    useFlushSync: false,
  });

  const lastActive = useRef(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish to scroll moves the view
  useLayoutEffect(() => {
    const element = scroller.current;
    const was = lastActive.current;
    lastActive.current = active;
    if (activeIndex < 0 || !element) return;
    const wasIndex = was === null ? -1 : (places.get(was) ?? -1);
    if (wasIndex >= 0 && wasIndex !== activeIndex) keepPlace(virtualizer, element, activeIndex, wasIndex);
    if (scroll.how === 'centre') virtualizer.scrollToIndex(activeIndex, { align: 'center' });
    else if (scroll.how === 'third') virtualizer.scrollToIndex(Math.max(0, activeIndex - 2), { align: 'start' });
    else virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
    if (scroll.how === 'centre' || scroll.how === 'third') return;
    // A row grows when it is opened, and the rows above it grow as they are measured: once that is drawn, all of it
    // comes into view, or its beginning.
    let framesLeft = 4;
    const settle = () => {
      const row = element.querySelector(`[data-row="${active}"]`);
      row?.scrollIntoView({ block: row.clientHeight > element.clientHeight ? 'start' : 'nearest' });
      framesLeft -= 1;
      if (framesLeft > 0) frame = requestAnimationFrame(settle);
    };
    let frame = requestAnimationFrame(settle);
    return () => cancelAnimationFrame(frame);
  }, [scroll.n, activeIndex]);

  // Rows are drawn once the scroller is measured: before that there is nothing to hold the focus.
  const drawn = virtualizer.getVirtualItems().length > 0;
  const lastFocus = useRef(focus);
  // The focus follows the active row or chip, unless it is in a field, a menu or a bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` asks for another try
  useEffect(() => {
    const element = scroller.current;
    if (!element || opened) return;
    const at = document.activeElement;
    const free = at === document.body || at === null || element.contains(at);
    if (!free && lastFocus.current === focus) return;
    lastFocus.current = focus;
    const rowElement = element.querySelector<HTMLElement>(`[data-row="${active}"]`);
    const wanted = chip ? rowElement?.querySelector<HTMLElement>(`[data-chip="${chip}"]`) : rowElement;
    (wanted ?? element).focus({ preventScroll: true });
  }, [active, chip, focus, opened, drawn]);

  // What had the focus may be gone, as when the text of a chip is joined or moved and drawn anew.
  useEffect(() => {
    const element = scroller.current;
    const { dialog, tour } = editor.state;
    if (!element || opened || dialog || tour !== null || menuOpen(editor.state)) return;
    if (document.activeElement !== document.body) return;
    const wanted = element.querySelector<HTMLElement>(chip ? `[data-chip="${chip}"]` : `[data-row="${active}"]`);
    (wanted ?? element).focus({ preventScroll: true });
  });

  const mouse = useRowsMouse();
  return { scroller, virtualizer, visible, active, chip, selection, numbers, matched, opened, mouse };
}
