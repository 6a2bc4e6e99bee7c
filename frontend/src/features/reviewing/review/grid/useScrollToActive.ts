/** Brings the active row into view when asked to, so that nothing jumps and nobody judges what is not seen. */

import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { EditorState } from '../editor/state';
import { useEditor, useReview, useReviewParts } from '../frame/context';

type Rows = Virtualizer<HTMLDivElement, Element>;

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Rows;
  /** Index of each row that is shown. */
  places: ReadonlyMap<string, number>;
  active: string | null;
  activeIndex: number;
}

/** A row grows when it is opened, and rows are measured only once they are drawn: frames until that has come to rest. */
const framesToSettle = 4;
const framesAtMost = 30;

export function useScrollToActive({ scroller, virtualizer, places, active, activeIndex }: Props): void {
  const editor = useEditor();
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
    return settle(virtualizer, element, activeIndex, scroll.how, () => editor.state);
  }, [scroll.n, activeIndex]);

  useChipInView(scroller);

  // A pane that becomes smaller or narrower keeps the active row in view, unless the person had scrolled away from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: observed once for each active row
  useEffect(() => {
    const element = scroller.current;
    if (!element || activeIndex < 0) return;
    let wasSeen = true;
    let stop: (() => void) | undefined;
    let size = [element.clientWidth, element.clientHeight];
    const look = () => {
      // A pane of another size scrolls by itself: that is not the person's doing.
      if (element.clientWidth !== size[0] || element.clientHeight !== size[1]) return;
      const row = boxOf(virtualizer, activeIndex);
      wasSeen = !row || (row.start < element.scrollTop + element.clientHeight && row.end > element.scrollTop);
    };
    const observer = new ResizeObserver(() => {
      const now = [element.clientWidth, element.clientHeight];
      const changed = now[0] !== size[0] || now[1] !== size[1];
      size = now;
      stop?.();
      if (changed && wasSeen) stop = settle(virtualizer, element, activeIndex, 'near', () => editor.state);
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      stop?.();
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [activeIndex]);
}

function boxOf(virtualizer: Rows, index: number): Box | undefined {
  // Reading the total makes the virtualizer count anew what was measured since.
  virtualizer.getTotalSize();
  return virtualizer.measurementsCache[index];
}

/** Scrolls to the row, and again while it and the rows above it are still being measured. Returns what ends that. */
function settle(
  virtualizer: Rows,
  element: HTMLElement,
  index: number,
  how: Placing,
  state: () => Pick<EditorState, 'opened'>,
): () => void {
  let wanted = element.scrollTop;
  const place = () => {
    const row = boxOf(virtualizer, index);
    if (!row) return;
    const lead = boxOf(virtualizer, Math.max(0, index - 2))?.start ?? row.start;
    const height = element.clientHeight;
    wanted = offsetFor(how, row, lead, height, element.scrollTop);
    const { opened } = state();
    const field = opened?.part === 'post_edit' ? fieldOf(element, index, row) : null;
    if (field) wanted = showing(field, height, wanted);
    if (Math.abs(wanted - element.scrollTop) > 0.5) virtualizer.scrollToOffset(wanted);
  };
  place();
  let calm = 0;
  let frames = 0;
  const again = () => {
    const before = wanted;
    place();
    calm = Math.abs(before - wanted) < 0.5 ? calm + 1 : 0;
    frames += 1;
    if (calm < framesToSettle && frames < framesAtMost) frame = requestAnimationFrame(again);
    else end();
  };
  let frame = requestAnimationFrame(again);
  const end = () => {
    cancelAnimationFrame(frame);
    element.removeEventListener('wheel', end);
    element.removeEventListener('touchmove', end);
  };
  // The hand goes before.
  element.addEventListener('wheel', end, { passive: true });
  element.addEventListener('touchmove', end, { passive: true });
  return end;
}

/** Where the field of the opened row is: in a long row it would otherwise open below the pane. */
function fieldOf(element: HTMLElement, index: number, row: Box): Box | null {
  const drawn = element.querySelector<HTMLElement>(`[data-index="${index}"]`);
  const field = drawn?.querySelector<HTMLElement>('[data-scope=post_edit]');
  if (!drawn || !field) return null;
  const box = field.getBoundingClientRect();
  const start = row.start + box.top - drawn.getBoundingClientRect().top;
  return { start, end: start + box.height };
}

/** In a row taller than the pane, the chip that one has walked to may be out of it. */
function useChipInView(scroller: RefObject<HTMLDivElement | null>): void {
  const { chip, caret } = useReviewParts((state) => ({ chip: state.chip, caret: state.caret }));
  useEffect(() => {
    const element = scroller.current;
    const drawn = chip && element?.querySelector<HTMLElement>(`[data-chip="${chip}"]`);
    if (!element || !drawn) return;
    const pane = element.getBoundingClientRect();
    const box = ((caret && drawn.querySelector('[data-caret]')) ?? drawn).getBoundingClientRect();
    if (box.top >= pane.bottom || box.bottom <= pane.top) element.scrollTop += box.top - pane.top;
    else if (box.height <= pane.height && box.bottom > pane.bottom) element.scrollTop += box.bottom - pane.bottom;
    else if (box.height <= pane.height && box.top < pane.top) element.scrollTop += box.top - pane.top;
  }, [chip, caret, scroller]);
}

/** Where the rows are scrolled to, so that the active one is seen from its beginning. Pixels from the first row. */

interface Box {
  start: number;
  end: number;
}

/** `near`: as little as needed. `third`: two rows stay above it. `centre`. `pointer`: near, but under the hand it stays. */
type Placing = EditorState['scroll']['how'];

/** The scroll offset nearest to `offset` at which all of `box` is seen, or its beginning where it is taller than that. */
export function showing(box: Box, height: number, offset: number): number {
  return Math.max(0, Math.min(box.start, Math.max(offset, box.end - height)));
}

/**
 * The scroll offset for the active row.
 *
 * `lead`: where the rows begin that stay above it. `offset`: where they are scrolled to now.
 */
export function offsetFor(how: Placing, row: Box, lead: number, height: number, offset: number): number {
  if (how === 'third') return showing(row, height, lead);
  if (how === 'centre') return showing(row, height, (row.start + row.end - height) / 2);
  const isTaller = row.end - row.start > height;
  const isSeen = row.start < offset + height && row.end > offset;
  return how === 'pointer' && isTaller && isSeen ? offset : showing(row, height, offset);
}

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
