/** What the bitext grid and the list of spans share: virtual rows, one tab stop, scrolling that does not jump. */

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { set, setRemoved } from '../model/gestures';
import { activate, run } from '../session/commands';
import { selected as selectedRows } from '../session/view';
import { useReview, useReviewParts, useReviewSession } from './context';

export function useRowsGrid(estimate: (id: string) => number, overscan = 6) {
  const session = useReviewSession();
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish to scroll moves the view
  useLayoutEffect(() => {
    const element = scroller.current;
    if (activeIndex < 0 || !element) return;
    if (scroll.how === 'centre') virtualizer.scrollToIndex(activeIndex, { align: 'center' });
    else if (scroll.how === 'third') virtualizer.scrollToIndex(Math.max(0, activeIndex - 2), { align: 'start' });
    else virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [scroll.n, activeIndex]);

  const lastFocus = useRef(focus);
  // The focus follows the active row or chip, unless it is in a field, a menu or a bar.
  useEffect(() => {
    const element = scroller.current;
    if (!element || opened || active === null) return;
    const at = document.activeElement;
    const free = at === document.body || at === null || element.contains(at);
    if (!free && lastFocus.current === focus) return;
    lastFocus.current = focus;
    const rowElement = element.querySelector<HTMLElement>(`[data-row="${active}"]`);
    const wanted = chip ? rowElement?.querySelector<HTMLElement>(`[data-chip="${chip}"]`) : rowElement;
    (wanted ?? element).focus({ preventScroll: true });
  }, [active, chip, focus, opened]);

  const onClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (!id || target.closest('[data-scope=post_edit], [role=radio], [data-own]')) return;
      const { state } = session;
      if (event.shiftKey && state.active) {
        session.set({ anchor: state.anchor ?? state.active, active: id, chip: null });
        return;
      }
      const putBack = target.closest<HTMLElement>('[data-put-back]')?.dataset.putBack;
      const label = target.closest<HTMLElement>('[data-label]')?.dataset.label;
      const clicked = target.closest<HTMLElement>('[data-chip]')?.dataset.chip ?? null;
      if (state.active !== id || (clicked && clicked !== state.chip)) activate(session, id, clicked);
      if (putBack) session.do(setRemoved(state.doc, id, [putBack], false));
      if (label === 'good_align' || label === 'good_mt') {
        const value = session.state.doc.rows.get(id)?.[label];
        const next = value === null ? true : value ? false : null;
        session.do(set(session.state.doc, 'label', [id], { [label]: next }));
      }
    },
    [session],
  );
  const onDoubleClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest('[data-chip]')) run(session, 'post_edit');
    },
    [session],
  );
  return { scroller, virtualizer, visible, active, chip, selection, numbers, matched, opened, onClick, onDoubleClick };
}
