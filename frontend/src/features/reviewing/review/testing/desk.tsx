/** A review as it stands on the page, with its bars, rows and dialogs, on a server in memory. */

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { theme } from '@/styles/theme';
import { server as answers } from '@/test/server';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
// Loaded beforehand, as it is once a browser has had time.
import '../frame/Dialogs';
import { Review } from '../frame/Review';
import { rowOf } from '../model/document';
import type { Row } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { contents } from './bench';
import { type SampleRow, uuid } from './sample';
import { Server } from './server';
import { bitext } from './texts';

let editors: Editor[] = [];

/** To be called once by a test file: rows get a height, without which none is drawn, and no editor is left open. */
export function drawRows(): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(2000);
    globalThis.history.replaceState(null, '', '/review/7');
    answers.use(
      http.get('*/api/v1/session/', () => HttpResponse.json({ user: null })),
      http.get('*/api/v1/reviews/:id/next/', () => HttpResponse.json({ next: null })),
    );
  });
  afterEach(() => {
    for (const editor of editors) editor.close();
    editors = [];
  });
}

export class Desk {
  readonly user = userEvent.setup({ delay: null });
  constructor(
    readonly server: Server,
    readonly editor: Editor,
    /** Closes the page, for the next to be opened. */
    readonly leave: () => void,
  ) {}

  press(...keys: string[]): Promise<void> {
    return this.user.keyboard(keys.join(''));
  }

  row(number: number): HTMLElement {
    const element = document.querySelector<HTMLElement>(`[data-row="${uuid(number)}"]`);
    if (!element) throw new Error(`row ${number} is not drawn`);
    return element;
  }

  /** The number of the active row, as people count. */
  get number(): number {
    const { doc, active } = this.editor.state;
    return doc.order.indexOf(active as string) + 1;
  }

  async goTo(number: number): Promise<void> {
    await this.press('g');
    await vi.waitFor(() => expect(document.activeElement).toHaveAttribute('data-field', 'go-to'));
    await this.press(String(number), '{Enter}');
    expect(this.number).toBe(number);
    expect(this.row(number)).toHaveFocus();
  }

  /** Corrects the translation of a row and saves it. */
  async postEdit(number: number, text: string): Promise<void> {
    await this.goTo(number);
    await this.press('e');
    const field = within(this.row(number)).getByRole('textbox');
    await this.user.clear(field);
    await this.user.type(field, text);
    await this.press('{Control>}{Enter}{/Control}');
  }

  /** The rows that the server holds once it has got everything. */
  async saved(nOperations: number): Promise<Row[]> {
    await vi.waitFor(() =>
      expect(this.editor.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null, trouble: null }),
    );
    const { doc } = this.server;
    expect(doc.revision).toBe(nOperations);
    const held = doc.order.map((id) => rowOf(doc, id));
    expect(this.editor.state.doc.order.map((id) => rowOf(this.editor.state.doc, id))).toEqual(held);
    return held;
  }

  async dialog(name: string | RegExp) {
    return within(await screen.findByRole('dialog', { name }));
  }

  /** Does something that is one operation; it is undone, done again and undone. */
  async undone(act: () => Promise<unknown>): Promise<void> {
    const before = contents(this.server.doc);
    await act();
    const nOperations = this.server.doc.revision;
    const after = contents(this.server.doc);
    const turns = [
      ['z', before],
      ['{Shift>}z{/Shift}', after],
      ['z', before],
    ] as const;
    for (const [at, [key, wanted]] of turns.entries()) {
      await this.press(key);
      await this.saved(nOperations + at + 1);
      expect(contents(this.server.doc)).toEqual(wanted);
    }
  }
}

/** `changes`: what is different in the rows with these numbers. */
export async function openReview(changes: Readonly<Record<number, Partial<SampleRow>>> = {}): Promise<Desk> {
  const server = new Server(bitext(changes));
  const editor = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  editors.push(editor);
  await editor.exchange.start();
  const router = createBrowserRouter([
    {
      path: '*',
      element: (
        <EditorProvider value={editor}>
          <Review />
        </EditorProvider>
      ),
    },
  ]);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = await act(async () =>
    render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const desk = new Desk(server, editor, unmount);
  await vi.waitFor(() => expect(document.activeElement).toBe(desk.row(1)));
  return desk;
}
