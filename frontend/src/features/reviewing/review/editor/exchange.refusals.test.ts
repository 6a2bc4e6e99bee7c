/** What is kept, and where, when the server does not take an edit: review closed, edit refused, someone else signed in. */

import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { rowOf } from '../model/document';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { agrees, held, ines, press, servePages, server, settled, shown, tomás, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { run } from './commands';
import type { Editor } from './editor';
import { savePostEdit } from './postEdit';

servePages();

describe('a review that is closed in the meantime', () => {
  const submit = (n: number): Operation => ({ id: uuid(n), verb: 'submit', steps: [{ type: 'submit' }], versions: {} });

  it('keeps pending edits, and sends them after the review is reopened', async () => {
    const a = await visit();
    server.operate([submit(500)], tomás);
    press(a, 1, 'flag');
    press(a, 2, 'flag');
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('submitted'));
    expect(a.state.doc.state).toBe('submitted');
    await vi.waitFor(() => expect(a.state.info.state).toBe('submitted'));
    expect(a.state.queue.waiting).toHaveLength(2);
    expect(a.state.unsent.size).toBe(2);
    a.exchange.queue.wake();
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('submitted'));
    a.do({ operation: { id: uuid(501), verb: 'reopen', steps: [{ type: 'reopen' }], versions: {} } });
    await settled(a);
    expect(server.doc.state).toBe('open');
    expect(held().map((row) => row.flagged)).toEqual([true, true, false, false]);
    await agrees(a);
  });

  it('sends it by itself when someone else takes it back', async () => {
    const a = await visit();
    server.operate([submit(500)], tomás);
    press(a, 1, 'flag');
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('submitted'));
    server.operate([{ id: uuid(501), verb: 'reopen', steps: [{ type: 'reopen' }], versions: {} }], tomás);
    await a.exchange.catchUp();
    await settled(a);
    await agrees(a);
  });
});

describe('an edit that the server refuses', () => {
  it('goes, its text stays as a draft, what does not build on it is saved, and the page says which', async () => {
    const a = await visit();
    server.refuse = (operation) =>
      operation.verb === 'post_edit'
        ? new ApiError(400, 'invalid_operation', 'Too long.', [], { operation: operation.id })
        : null;
    press(a, 2, 'post_edit');
    a.draft(uuid(2), 'a text of some work');
    savePostEdit(a);
    press(a, 4, 'flag');
    await settled(a);
    await agrees(a);
    expect(rowOf(server.doc, uuid(4)).flagged).toBe(true);
    expect(a.state.drafts.get(uuid(2))).toBe('a text of some work');
    expect(a.state.queue.refused).toMatchObject([{ operation: { verb: 'post_edit' }, detail: 'Too long.' }]);
    expect(a.state.notice.text).toBe('Not saved, and reverted here: edited the target. Too long.');
    a.exchange.queue.dismissRefused();
    expect(a.state.queue.refused).toEqual([]);
  });
});

describe('an edit that the server fails on', () => {
  const failOn = (verb: string) => {
    server.refuse = (operation) =>
      operation.verb === verb ? new ApiError(500, 'server_error', 'The server failed.') : null;
  };
  /** The pauses between tries are left out. */
  const untilAside = (page: Editor, n: number) =>
    vi.waitFor(
      () => {
        page.exchange.queue.wake();
        expect(page.state.queue.aside).toHaveLength(n);
      },
      { timeout: 5_000 },
    );

  it('is set aside with what builds on it, and all else is saved', async () => {
    const a = await visit();
    failOn('own_row');
    const before = shown(a).length;
    a.set({ active: uuid(1), anchor: uuid(2) });
    run(a, 'merge');
    await settled(a);
    a.set({ active: uuid(1), chip: rowOf(a.state.doc, uuid(1)).target[1]?.id ?? null });
    run(a, 'own_row');
    const made = a.state.doc.order.find((id) => !server.doc.rows.has(id)) as string;
    a.set({ active: made, chip: null });
    run(a, 'flag');
    press(a, 4, 'flag');
    await untilAside(a, 2);
    await settled(a);
    await agrees(a);
    expect(shown(a)).toHaveLength(before - 1);
    expect(rowOf(server.doc, uuid(4)).flagged).toBe(true);
    expect(a.state.notice.text).toContain('set aside');
    // It is shown again as soon as the server takes it.
    server.refuse = null;
    a.exchange.retryAside();
    await settled(a);
    await agrees(a);
    expect(shown(a)).toHaveLength(before);
    expect(rowOf(server.doc, made).flagged).toBe(true);
    expect(a.state.queue.aside).toEqual([]);
  });

  it('leaves its text as a draft when it is discarded', async () => {
    const a = await visit();
    failOn('post_edit');
    press(a, 2, 'post_edit');
    a.draft(uuid(2), 'a text of some work');
    savePostEdit(a);
    await untilAside(a, 1);
    expect(a.state.doc.rows.get(uuid(2))?.post_edit).toBeNull();
    a.exchange.discardAside();
    expect(a.state.queue.aside).toEqual([]);
    expect(a.state.drafts.get(uuid(2))).toBe('a text of some work');
  });
});

describe('a review that a newer version replaced', () => {
  it('takes no more edits, names the new one, and keeps what was not sent', async () => {
    const disk = new MemoryStorage();
    const a = await visit(ines, disk);
    press(a, 1, 'flag');
    await settled(a);
    server.supersededBy = 8;
    press(a, 2, 'flag');
    await vi.waitFor(() => expect(a.state.info.superseded_by).toBe(8));
    expect(a.state.queue).toMatchObject({ trouble: { kind: 'superseded', by: 8 }, waiting: [{ verb: 'flag' }] });
    press(a, 3, 'flag');
    expect(a.state.queue.waiting).toHaveLength(1);
    expect(a.state.notice.text).toContain('Continue in the new review');
    a.close();
    const again = await visit(ines, disk);
    expect(again.state.info.superseded_by).toBe(8);
    await vi.waitFor(() => expect(again.state.queue.trouble?.kind).toBe('superseded'));
    expect(again.state.queue.waiting).toMatchObject([{ verb: 'flag' }]);
  });
});

describe('a review that a newer version replaced while the page was idle', () => {
  it('says so as soon as the server is asked for changes', async () => {
    const a = await visit();
    server.supersededBy = 8;
    await a.exchange.catchUp();
    expect(a.state.info.superseded_by).toBe(8);
    press(a, 1, 'flag');
    expect(a.state.queue.waiting).toEqual([]);
    expect(a.state.notice.text).toContain('Continue in the new review');
  });
});

describe('another person at the same browser', () => {
  it('sends nothing of the one before, who finds it again', async () => {
    const disk = new MemoryStorage();
    const a = await visit(ines, disk);
    server.signedIn = tomás;
    press(a, 1, 'flag');
    await vi.waitFor(() => expect(a.state.dialog).toBe('sign_in'));
    expect(a.state.queue).toMatchObject({ trouble: { kind: 'signed_out' }, waiting: [{ verb: 'flag' }] });
    a.close();
    const b = await visit(tomás, disk);
    expect(b.state.queue.waiting).toEqual([]);
    press(b, 2, 'flag');
    await settled(b);
    expect(held().map((row) => row.flagged)).toEqual([false, true, false, false]);
    b.close();
    server.signedIn = ines;
    const again = await visit(ines, disk);
    await settled(again);
    expect(held().map((row) => row.flagged)).toEqual([true, true, false, false]);
  });

  it('keeps drafts apart by person, and those of two tabs together', async () => {
    const [a, b] = [await visit(), await visit()];
    a.draft(uuid(1), 'one');
    b.draft(uuid(2), 'two');
    expect([...(await visit()).state.drafts]).toEqual([
      [uuid(1), 'one'],
      [uuid(2), 'two'],
    ]);
    expect((await visit(tomás)).state.drafts.size).toBe(0);
    a.draft(uuid(1), null);
    expect([...(await visit()).state.drafts]).toEqual([[uuid(2), 'two']]);
  });
});
