/** The engine's next choice among other edits, at random: no text is lost and no decided row changes. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { numbers } from '@/test/numbers';
import { rowOf } from '../model/document';
import { nextChoice } from '../model/nextChoice';
import type { Row } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { Channel, closeAll, deliver } from '../testing/channels';
import { type SampleRow, sampleContent } from '../testing/sample';
import { Server } from '../testing/server';
import { run } from './commands';
import { Editor } from './editor';

const others = [
  'accept_stay', 'to_proposed', 'undo', 'undo', 'redo', 'borrow', 'move_down', 'move_up', 'merge', 'split', 'own_row',
  'merge_accept', 'borrow_accept', 'accept_next', 'null',
] as const; // biome-ignore format: a list

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  localStorage.clear();
});
afterEach(() => {
  closeAll();
  vi.unstubAllGlobals();
});

/** Rows in order with up to two sentences a side, each with a next choice of up to three. */
function sampleRows(below: (n: number) => number): { rows: SampleRow[]; n: { source: number; target: number } } {
  const n = { source: 0, target: 0 };
  const some = (side: 'source' | 'target', count: number) => Array.from({ length: count }, () => n[side]++);
  const rows = Array.from(
    { length: 7 },
    (): SampleRow => ({
      source: some('source', 1 + below(2)),
      target: some('target', 1 + below(2)),
      confidence: 0.3 + below(5) / 10,
      features: { next_source: 1 + below(3), next_target: below(4) },
    }),
  );
  return { rows, n };
}

const chipsOf = (rows: readonly Row[]) =>
  rows.flatMap(({ source, target }) => [...source, ...target].map(({ id }) => id)).sort();
const rowsOf = ({ state }: Editor) => state.doc.order.map((id) => rowOf(state.doc, id));

let timesTaken = 0;
/** `nPages`: one, looked at after each step; or two tabs, whose rows may disagree until both have heard all. */
it.each(Array.from({ length: 40 }, (_, seed) => [1 + (seed % 2), seed] as const))(
  '%i open, seed %i',
  async (nPages, seed) => {
    const isAlone = nPages === 1;
    const random = numbers(seed + 101);
    const below = (count: number) => Math.floor(random() * count);
    const { rows, n } = sampleRows(below);
    const texts = (count: number) => Array.from({ length: count }, (_, at) => `Text ${at}.`);
    const server = new Server(sampleContent(texts(n.source), texts(n.target), rows));
    const pages = await Promise.all(
      Array.from({ length: nPages }, async () => {
        const page = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
        await page.exchange.start();
        return page;
      }),
    );
    const all = chipsOf(rowsOf(pages[0] as Editor));
    const decide = (page: Editor) => {
      if (!page.state.queue.conflict) return;
      if (random() < 0.5 || !page.exchange.resolve('mine')) page.exchange.resolve('theirs');
    };
    for (let step = 0; step < 24; step += 1) {
      const page = pages[below(nPages)] as Editor;
      const { order } = page.state.doc;
      const active = order[below(order.length)] as string;
      page.set({ active, chip: null, anchor: null, reasonMenu: null });
      if (random() < 0.5) {
        const before = page.state.doc;
        const offered = nextChoice(before, active);
        run(page, 'next_choice_accept');
        if (offered) timesTaken += 1;
        if (offered && isAlone) {
          expect(rowOf(page.state.doc, active).status).toBe('accepted');
          const wanted = offered.rows.find(({ row }) => row === active);
          expect(chipsOf([rowOf(page.state.doc, active)])).toEqual(
            [...(wanted?.source ?? []), ...(wanted?.target ?? [])].map(({ id }) => id).sort(),
          );
        } else if (!offered) expect(page.state.doc).toBe(before);
        for (const row of before.rows.values())
          if (row.id !== active && row.status !== 'proposed') expect(page.state.doc.rows.get(row.id)).toBe(row);
      } else run(page, others[below(others.length)] as (typeof others)[number]);
      if (isAlone) expect(chipsOf(rowsOf(page))).toEqual(all);
      if (random() < 0.3) deliver();
      if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, below(5)));
      decide(page);
    }
    await vi.waitFor(
      () => {
        for (const page of pages) {
          decide(page);
          page.exchange.queue.wake();
          expect(page.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null, trouble: null });
        }
      },
      { timeout: 10_000, interval: 15 },
    );
    deliver();
    await Promise.all(pages.map((page) => page.exchange.catchUp()));
    for (const page of pages) {
      expect(rowsOf(page)).toEqual(server.rows(server.doc.order));
      expect(chipsOf(rowsOf(page))).toEqual(all);
      page.close();
    }
  },
);

it('was taken often enough to say something', () => {
  expect(timesTaken).toBeGreaterThan(60);
});
