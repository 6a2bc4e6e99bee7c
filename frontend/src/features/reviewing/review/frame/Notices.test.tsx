import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { Returned } from './Notices';

servePages();

/** As a browser draws the reason where three lines hold 60 pixels of it. */
function drawReason(pixels: number): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
    return this.matches('[data-whole]') ? pixels : Math.min(pixels, 60);
  });
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(pixels);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly measure: () => void) {}
      observe() {
        this.measure();
      }
      disconnect() {}
    },
  );
}

async function returned(reason: string) {
  const page = await visit();
  page.set({ info: { ...page.state.info, return_reason: reason }, doc: { ...page.state.doc, state: 'returned' } });
  show(page, <Returned />);
  return page;
}

it('shows three lines of a long reason, and all of it when asked', async () => {
  drawReason(200);
  const page = await returned('Row 3: the number.\nRow 5: the name.');
  expect(screen.getByRole('status')).toHaveTextContent('Returned to you: Row 3: the number. Row 5: the name.');
  await userEvent.click(screen.getByRole('button', { name: 'More', expanded: false }));
  expect(page.state.focus).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Less', expanded: true }));
  expect(screen.getByRole('button', { name: 'More' })).toBeInTheDocument();
});

it('offers no more of a short one', async () => {
  drawReason(24);
  await returned('Row 3: the number.');
  expect(screen.queryByRole('button')).toBeNull();
});
