/** Tabs and people at one review, at random: answers late or lost, messages in any order or never. All end up agreeing. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { numbers } from '@/test/numbers';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { Channel, closeAll, deliver, lose, undelivered } from '../testing/channels';
import { sampleContent } from '../testing/sample';
import { Server } from '../testing/server';
import { run } from './commands';
import { Editor } from './editor';
import type { Transport } from './transport';

const actions = [
  'flag', 'unflag', 'accept_stay', 'to_proposed', 'align_no', 'mt_yes', 'merge', 'split', 'own_row', 'move_down',
  'move_up', 'borrow', 'swap', 'remove', 'restore', 'undo', 'undo', 'redo',
] as const; // biome-ignore format: a list

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  localStorage.clear();
});
afterEach(() => {
  closeAll();
  vi.unstubAllGlobals();
});

it.each(Array.from({ length: 15 }, (_, seed) => seed))('seed %i', async (seed) => {
  const random = numbers(seed + 1);
  const below = (n: number) => Math.floor(random() * n);
  const texts = [0, 1, 2, 3, 4].map((n) => `Text ${n}.`);
  const rows = texts.map((_, at) => ({ source: [at], target: [at] }));
  const server = new Server(sampleContent(texts, texts, rows));
  let isCalm = false;
  const shaken = (transport: Transport): Transport => ({
    ...transport,
    send: async (operations, by, signal) => {
      if (!isCalm && random() < 0.15) throw new ApiError(0, 'no_answer', 'It never arrived.');
      const answer = await transport.send(operations, by, signal);
      if (!isCalm) await new Promise((resolve) => setTimeout(resolve, below(12)));
      if (!isCalm && random() < 0.15) throw new ApiError(0, 'no_answer', 'The answer is lost.');
      return answer;
    },
  });
  const pages = await Promise.all(
    [1, 1, 2].map(async (by) => {
      const page = new Editor(server.info(by), server.content(), shaken(server.transport(by)), new MemoryStorage());
      await page.exchange.start();
      return page;
    }),
  );
  const decide = (page: Editor) => {
    if (!page.state.queue.conflict) return;
    if (random() < 0.5 || !page.exchange.resolve('mine')) page.exchange.resolve('theirs');
  };
  for (let step = 0; step < 60; step += 1) {
    const page = pages[below(pages.length)] as Editor;
    const what = random();
    if (what < 0.6) {
      const { order } = page.state.doc;
      page.set({ active: order[below(order.length)] ?? null, chip: null, anchor: null });
      run(page, actions[below(actions.length)] as (typeof actions)[number]);
    } else if (what < 0.7 && undelivered() > 0) deliver(below(undelivered()));
    else if (what < 0.73) lose();
    else if (what < 0.78) void page.exchange.catchUp();
    else if (what < 0.85) page.exchange.queue.wake();
    else decide(page);
    if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, below(6)));
  }
  isCalm = true;
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
    const { doc } = page.state;
    expect(doc.order.map((id) => rowOf(doc, id))).toEqual(server.rows(server.doc.order));
    expect(page.state.unsent.size).toBe(0);
    // A move of chips that have been moved elsewhere may be refused, and the page shows that. Written text never is.
    const refused = page.state.queue.refused.map(({ operation }) => operation);
    expect(refused.filter(({ steps }) => steps.every((step) => step.type === 'set'))).toEqual([]);
    page.close();
  }
});
