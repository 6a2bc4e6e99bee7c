import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';

servePages();

/** What loading the dialogs waits for. */
let loading: Promise<unknown>;
beforeEach(() => {
  vi.resetModules();
  vi.doMock('./Dialogs', async () => {
    await loading;
    return { Dialogs: () => <p>the dialogs</p> };
  });
});
afterEach(() => {
  vi.doUnmock('./Dialogs');
  vi.useRealTimers();
});

async function drawn() {
  const [{ LaterDialogs }, { EditorProvider }] = await Promise.all([import('./LaterDialogs'), import('./context')]);
  const page = await visit();
  const heard = vi.fn();
  globalThis.addEventListener('keydown', heard);
  show(
    page,
    <EditorProvider value={page}>
      <LaterDialogs />
    </EditorProvider>,
  );
  return { page, heard, end: () => globalThis.removeEventListener('keydown', heard) };
}

describe('a dialog that is asked for before its code is here', () => {
  it('keeps the keys meant for it from the rows, and opens when it can', async () => {
    let open: (value: unknown) => void = () => undefined;
    loading = new Promise((resolve) => {
      open = resolve;
    });
    const { page, heard, end } = await drawn();
    act(() => page.set({ dialog: 'submit' }));
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(heard).not.toHaveBeenCalled();
    await act(async () => open(null));
    expect(await screen.findByText('the dialogs')).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(heard).toHaveBeenCalledTimes(1);
    end();
  });

  it('is given up by Escape', async () => {
    loading = new Promise(() => undefined);
    const { page, end } = await drawn();
    act(() => page.set({ dialog: 'submit' }));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(page.state.dialog).toBeNull();
    end();
  });

  it('says so where it cannot be loaded', async () => {
    loading = Promise.reject(new Error('offline'));
    loading.catch(() => undefined);
    const { page, end } = await drawn();
    act(() => page.set({ dialog: 'submit' }));
    await vi.waitFor(() => expect(page.state.notice.text).toMatch(/could not be loaded/));
    expect(page.state.dialog).toBeNull();
    end();
  });
});
