import type { Virtualizer } from '@tanstack/react-virtual';
import { expect, it } from 'vitest';
import { keepPlace } from './useScrollToActive';

/** Rows of so many pixels; what is drawn has other heights than were known. */
function list(known: number[], drawn: Record<number, number>) {
  const scroller = document.createElement('div');
  for (const [index, height] of Object.entries(drawn)) {
    const row = document.createElement('div');
    row.dataset.index = index;
    Object.defineProperty(row, 'offsetHeight', { value: height });
    scroller.append(row);
  }
  const sizes = [...known];
  const virtualizer = {
    shouldAdjustScrollPositionOnItemSizeChange: undefined,
    scrollOffset: 0,
    getTotalSize: () => sizes.reduce((sum, size) => sum + size, 0),
    resizeItem: (index: number, size: number) => {
      sizes[index] = size;
    },
    get measurementsCache() {
      let start = 0;
      return sizes.map((size) => {
        start += size;
        return { start: start - size };
      });
    },
  };
  return { scroller, virtualizer: virtualizer as unknown as Virtualizer<HTMLDivElement, Element> };
}

it('scrolls by what closed above the row that has become active', () => {
  const { scroller, virtualizer } = list([200, 40, 40], { 0: 40, 1: 120 });
  scroller.scrollTop = 190;
  keepPlace(virtualizer, scroller, 1, 0);
  expect([scroller.scrollTop, virtualizer.scrollOffset]).toEqual([30, 30]);
});

it('stays where nothing above has changed', () => {
  const { scroller, virtualizer } = list([40, 200, 40], { 0: 90, 1: 40 });
  scroller.scrollTop = 70;
  keepPlace(virtualizer, scroller, 0, 1);
  expect(scroller.scrollTop).toBe(70);
});
