/**
 * Somebody presses Enter all the time while another person and their own other tab save the same rows, in many orders.
 * No text is overwritten by somebody who has not seen it, and none that was typed is lost.
 */

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { numbers } from '@/test/numbers';
import type { Editor } from '../editor/editor';
import { savePostEdit } from '../editor/postEdit';
import { useKeys } from '../frame/useKeys';
import { postEdit } from '../model/gestures';
import type { Operation } from '../model/types';
import { deliver, lose } from '../testing/channels';
import { held, ines, servePages, server, tomás, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { ConflictDialog } from './ConflictDialog';
import { firstMoment } from './useUnhurried';

servePages();
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

function Keys() {
  useKeys();
  return null;
}

const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

/** As a browser does it: a button that has the focus is pressed by Enter, unless something has taken the key. */
async function press(key: string, repeat = false): Promise<void> {
  const on = document.activeElement ?? document.body;
  const code = key === 'Enter' || key === 'Escape' ? key : `Digit${key}`;
  await act(async () => {
    const isLeft = fireEvent.keyDown(on, { key, code, repeat });
    if (isLeft && key === 'Enter' && on instanceof HTMLButtonElement) on.click();
    if (!repeat) fireEvent.keyUp(on, { key, code });
  });
}

it.each(Array.from({ length: 16 }, (_, seed) => seed))('seed %i', async (seed) => {
  const random = numbers(seed + 1);
  const below = (n: number) => Math.floor(random() * n);
  const here = await visit(ines);
  const others = [await visit(ines), await visit(tomás)] as const;
  show(
    here,
    <>
      <Keys />
      <ConflictDialog />
    </>,
  );
  /** By row, the texts that stood before the person here. */
  const seen = new Map<string, Set<string>>();
  const see = (row: string, text: string | null | undefined) =>
    seen.set(row, (seen.get(row) ?? new Set<string>()).add(text ?? 'as aligned'));
  const unseen: string[] = [];
  const { operate } = server;
  server.operate = (operations, by) => {
    const before = new Map(held().map((row) => [row.id, row.post_edit]));
    try {
      return operate.call(server, operations, by);
    } finally {
      for (const row of held()) {
        const [was, is] = [before.get(row.id) ?? 'as aligned', row.post_edit ?? 'as aligned'];
        if (was !== is && is.startsWith('here') && !was.startsWith('here') && !seen.get(row.id)?.has(was))
          unseen.push(`${was} → ${is}`);
      }
    }
  };
  const typed: string[] = [];
  const write = (page: Editor, row: string, text: string) => page.do(postEdit(page.state.doc, row, text, true));
  let shownAt = 0;
  let shown: string | undefined;
  for (let step = 0; step < 150; step += 1) {
    const row = uuid(1 + below(3));
    const what = random();
    const there = others[below(2)] as Editor;
    await act(async () => {
      if (what < 0.25) write(there, row, `there ${step}`);
      else if (what < 0.5 && here.state.dialog === null) {
        if (!here.state.drafts.has(row)) see(row, here.state.doc.rows.get(row)?.post_edit);
        here.set({ active: row, opened: { row, part: 'post_edit' } });
        here.draft(row, `here ${step}`);
        if (random() < 0.5) {
          await vi.advanceTimersByTimeAsync(below(400));
          deliver();
        }
        if (here.state.dialog === null && here.state.opened?.row === row) {
          typed.push(`here ${step}`);
          savePostEdit(here);
        }
      } else if (what < 0.6) deliver();
      else if (what < 0.65) lose();
      else if (what < 0.7) void here.exchange.catchUp();
      for (const other of others) if (other.state.queue.conflict) other.exchange.resolve('theirs');
    });
    await pass(below(300));
    for (let n = below(6); n > 0; n -= 1) {
      await press('Enter', random() < 0.3);
      await pass(below(500));
    }
    const { conflict } = here.state.queue;
    if (conflict && conflict.operation.id !== shown) {
      shown = conflict.operation.id;
      shownAt = Date.now();
    }
    if (!conflict || here.state.dialog !== 'conflict' || random() < 0.5) continue;
    // Looks at both sides, and chooses.
    await pass(2 * firstMoment);
    expect(screen.getByRole('dialog')).toHaveTextContent('What is saved');
    expect(here.state.queue.conflict).toBe(conflict);
    for (const { id, post_edit } of conflict.body.rows) see(id, post_edit);
    await press(random() < 0.4 ? '1' : random() < 0.5 ? '2' : 'Escape');
    expect(here.state.queue.conflict).not.toBe(conflict);
  }
  expect(shownAt).toBeGreaterThan(0);
  expect(unseen).toEqual([]);
  await pass(2_000);
  // What was typed last in a row is saved, was given up for what is saved, or waits for a decision.
  const { waiting, parked } = here.state.queue;
  const texts = [...waiting, ...parked].map(textIn).filter((text) => text !== undefined);
  for (const text of texts) expect(typed).toContain(text);
});

function textIn(operation: Operation): unknown {
  const [step] = operation.steps;
  return step?.type === 'set' ? step.fields.post_edit : undefined;
}
