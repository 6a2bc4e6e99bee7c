/** Pages of several tabs and people at one review of four rows, for tests of what one hears of the other. */

import { afterEach, beforeEach, expect, vi } from 'vitest';
import { run } from '../editor/commands';
import { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { MemoryStorage, type Storage } from '../sending/storage';
import { Channel, closeAll } from './channels';
import { sampleContent, uuid } from './sample';
import { Server } from './server';

export const [ines, tomás] = [1, 2] as const;

/** A new one for each test. */
export let server: Server;
const pages: Editor[] = [];

/** To be called once by a test file: a server before each of its tests, and no page left open behind it. */
export function servePages(): void {
  beforeEach(() => {
    vi.stubGlobal('BroadcastChannel', Channel);
    localStorage.clear();
    const texts = [0, 1, 2, 3].map((n) => `Text ${n}.`);
    server = new Server(
      sampleContent(
        texts,
        texts,
        texts.map((_, at) => ({ source: [at], target: [at] })),
      ),
    );
  });
  afterEach(() => {
    for (const page of pages.splice(0)) page.close();
    closeAll();
    vi.unstubAllGlobals();
  });
}

export async function visit(by: number = ines, storage: Storage = new MemoryStorage()): Promise<Editor> {
  const page = new Editor(server.info(by), server.content(), server.transport(by), storage);
  pages.push(page);
  await page.exchange.start();
  return page;
}

export const settled = (page: Editor) =>
  vi.waitFor(() => expect(page.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null, trouble: null }));
export const shown = (page: Editor) => page.state.doc.order.map((id) => rowOf(page.state.doc, id));
export const held = () => server.rows(server.doc.order);
export const agrees = (page: Editor) => vi.waitFor(() => expect(shown(page)).toEqual(held()));

/** Answers to what is sent from now on wait until the returned is called. */
export function gate(): () => void {
  let open: () => void = () => undefined;
  server.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return open;
}

export function press(page: Editor, row: number, ...actions: Parameters<typeof run>[1][]): void {
  page.set({ active: uuid(row), chip: null });
  for (const action of actions) run(page, action);
}
