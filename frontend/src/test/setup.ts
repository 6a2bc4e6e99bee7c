import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import tables from '@/ui/Table.module.css';
import { server } from './server';

// jsdom has no layout: what Mantine and the pages ask of it gets a still answer.
// A plain function: a test that spies on it gives it back as it was, to the files that run after it in the same window.
globalThis.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Autosizing fields listen for fonts that arrive late.
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
}
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.setPointerCapture ??= () => undefined;

// A busy machine draws late.
configure({ asyncUtilTimeout: 5_000 });

/** On a phone a table hides its headings, and each number has to say itself what it is. */
function requireNamedNumbers(): void {
  for (const table of document.getElementsByClassName(tables.table ?? '')) {
    if (!table.querySelector('thead')) continue;
    for (const { textContent: text } of table.querySelectorAll('td:not([data-label])')) {
      const isNumber = /\p{N}/u.test(text) && !/\p{L}/u.test(text.replace(' of ', ' '));
      if (isNumber) throw new Error(`The cell “${text}” of a table needs a data-label.`);
    }
  }
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  try {
    requireNamedNumbers();
  } finally {
    cleanup();
    server.resetHandlers();
    localStorage.clear();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
});
afterAll(() => server.close());
