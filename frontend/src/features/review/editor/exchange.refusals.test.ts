/** What is kept, and where, when the server does not take an edit: review closed, edit refused, someone else signed in. */

import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { rowOf } from '../model/document';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../queue/storage';
import { agrees, held, ines, press, servePages, server, settled, tomás, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { savePostEdit } from './postEdit';

servePages();

describe('a review that is closed meanwhile', () => {
  const submit = (n: number): Operation => ({ id: uuid(n), verb: 'submit', steps: [{ type: 'submit' }], versions: {} });

  it('keeps what waits, and sends it after it is taken back', async () => {
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
