/** Brings the active row into view when asked to, so that nothing jumps. */

import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useReview } from '../frame/context';
import { keepPlace } from './keepPlace';

interface Rows {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Index of each row that is shown. */
  places: ReadonlyMap<string, number>;
  active: string | null;
  activeIndex: number;
}

export function useScrollToActive({ scroller, virtualizer, places, active, activeIndex }: Rows): void {
  const scroll = useReview((state) => state.scroll);
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
}
