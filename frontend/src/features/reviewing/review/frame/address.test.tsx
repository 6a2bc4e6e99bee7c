import { act, render } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Editor } from '../editor/editor';
import { everything, viewFromParams, viewToParams } from '../model/filters';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { EditorProvider } from './context';
import { useAddress } from './useAddress';

servePages();

let page: Editor;
beforeEach(async () => {
  globalThis.history.replaceState(null, '', '/review/7');
  page = await visit();
  page.set({ active: uuid(1) });
  render(
    <BrowserRouter>
      <EditorProvider value={page}>
        <Address />
      </EditorProvider>
    </BrowserRouter>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.history.replaceState(null, '', '/');
});

function Address() {
  useAddress();
  return null;
}

const params = () => new URLSearchParams(globalThis.location.search);

it('names the row where the hand rests, without an entry of the history', async () => {
  const entries = vi.spyOn(globalThis.history, 'pushState');
  act(() => page.moveTo(uuid(2), null));
  act(() => page.moveTo(uuid(3), null));
  expect(params().get('row')).toBeNull();
  await vi.waitFor(() => expect(params().get('row')).toBe(uuid(3)));
  expect(entries).not.toHaveBeenCalled();
});

it('has an entry for each view, so that Back undoes a filter', async () => {
  const entries = vi.spyOn(globalThis.history, 'pushState');
  await act(async () => page.setView({ ...everything, filters: ['unreviewed'] }));
  expect(entries).toHaveBeenCalledTimes(1);
  const filtered = globalThis.location.search;
  expect(filtered).toContain('unreviewed');
  await act(async () => {
    globalThis.history.back();
    await vi.waitFor(() => expect(globalThis.location.search).not.toBe(filtered));
  });
  await vi.waitFor(() => expect(page.state.view.filters).toEqual([]));
  expect(entries).toHaveBeenCalledTimes(1);
});

it('has one entry for what is typed letter by letter', async () => {
  const entries = vi.spyOn(globalThis.history, 'pushState');
  for (const query of ['T', 'Te', 'Text']) await act(async () => page.setView({ ...everything, query }));
  expect(entries).toHaveBeenCalledTimes(1);
  expect(globalThis.location.search).toContain('Text');
});

it('comes back to the view that an address names', () => {
  const view = { ...everything, filters: ['null', 'below', 'flagged'], below: 0.35, query: 'tide' } as const;
  const written = viewToParams(view, new URLSearchParams('row=1'));
  expect(written.get('show')).toBe('null,below:0.35,flagged');
  expect(viewFromParams(written)).toEqual(view);
  expect(viewFromParams(new URLSearchParams('show=length,toString,nothing:2')).filters).toEqual([]);
});
