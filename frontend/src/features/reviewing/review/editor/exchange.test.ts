import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { rowOf } from '../model/document';
import type { Operation, RowFields } from '../model/types';
import { deliver, lose } from '../testing/channels';
import { agrees, gate, held, press, servePages, server, settled, shown, tomás, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { run } from './commands';
import type { Editor } from './editor';
import { savePostEdit } from './postEdit';

servePages();

const set = (n: number, row: number, fields: RowFields, version = 1): Operation => ({
  id: uuid(n),
  verb: 'label',
  steps: [{ type: 'set', rows: [uuid(row)], fields }],
  versions: { [uuid(row)]: version },
});

describe('two tabs of one person', () => {
  it.each(['before', 'after'] as const)('both show edits of one moment, heard %s the own answer', async (when) => {
    const [a, b] = [await visit(), await visit()];
    const toA = gate();
    press(a, 2, 'flag');
    await vi.waitFor(() => expect(server.doc.revision).toBe(1));
    const toB = gate();
    press(b, 3, 'mt_yes');
    await vi.waitFor(() => expect(server.doc.revision).toBe(2));
    server.gate = Promise.resolve();
    toB();
    await settled(b);
    // Its own answer says that something came before, which no other tab has told it yet.
    await agrees(b);
    if (when === 'before') deliver();
    toA();
    await settled(a);
    if (when === 'after') deliver();
    await agrees(a);
    expect(rowOf(a.state.doc, uuid(2)).flagged).toBe(true);
    expect(rowOf(a.state.doc, uuid(3)).good_mt).toBe(true);
    expect(a.state.doc.undoStack.at(-1)).toEqual(b.state.doc.undoStack.at(-1));
    expect(server.asked).toEqual([0]);
  });

  it('receives each edit without asking, and asks for one that it missed', async () => {
    const [a, b] = [await visit(), await visit()];
    press(a, 1, 'flag');
    await settled(a);
    deliver();
    expect(server.asked).toEqual([]);
    await agrees(b);
    press(a, 2, 'flag');
    await settled(a);
    lose();
    press(a, 3, 'flag');
    await settled(a);
    deliver();
    await agrees(b);
    expect(server.asked).toEqual([1]);
  });

  it('never goes back to the state of an older answer', async () => {
    const [a, b] = [await visit(), await visit()];
    const toA = gate();
    press(a, 2, 'own_row', 'flag');
    await vi.waitFor(() => expect(server.doc.revision).toBeGreaterThan(0));
    server.gate = Promise.resolve();
    await b.exchange.catchUp();
    press(b, 2, 'align_no');
    await settled(b);
    deliver();
    toA();
    await settled(a);
    await agrees(a);
  });

  it('undoes in one tab what the other did, and reports it if it had not seen the edit', async () => {
    const [a, b] = [await visit(), await visit()];
    press(a, 2, 'flag');
    await settled(a);
    deliver();
    press(b, 2, 'mt_no');
    await settled(b);
    deliver();
    press(a, 2, 'undo');
    await settled(a);
    deliver();
    expect(rowOf(server.doc, uuid(2))).toMatchObject({ flagged: true, good_mt: null });
    await Promise.all([agrees(a), agrees(b)]);
    // Both turn back the same edit at once: one wins, the other is told, and neither hangs.
    press(a, 2, 'undo');
    press(b, 2, 'undo');
    await Promise.all([settled(a), settled(b)]);
    await Promise.all([agrees(a), agrees(b)]);
    expect(rowOf(server.doc, uuid(2)).flagged).toBe(false);
  });
});

describe('a row that a tab had not seen as it is', () => {
  const write = (page: Editor, text: string) => {
    press(page, 2, 'post_edit');
    page.draft(uuid(2), text);
    savePostEdit(page);
  };
  /** Two tabs of one person; the second has not heard of the text that the first has saved. */
  const clash = async () => {
    const [a, b] = [await visit(), await visit()];
    write(a, 'from the first tab');
    await settled(a);
    lose();
    write(b, 'from the second tab');
    await vi.waitFor(() => expect(b.state.dialog).toBe('conflict'));
    return { a, b };
  };

  it('is a conflict, though both tabs are the same person’s, and both texts are there to choose from', async () => {
    const { b } = await clash();
    const { conflict } = b.state.queue;
    expect(conflict?.body.changed_by?.id).toBe(b.state.info.reader.id);
    expect(conflict?.body.rows[0]?.post_edit).toBe('from the first tab');
    expect(conflict?.operation.steps[0]).toMatchObject({ fields: { post_edit: 'from the second tab' } });
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('from the first tab');
  });

  it.each([
    ['mine', 'from the second tab'],
    ['theirs', 'from the first tab'],
  ] as const)('becomes what the person chooses: %s', async (choice, text) => {
    const { a, b } = await clash();
    b.exchange.resolve(choice);
    await settled(b);
    deliver();
    await Promise.all([agrees(a), agrees(b)]);
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe(text);
  });

  it('shows what somebody else wrote there, though the last edit of the row is one’s own from the second tab', async () => {
    const [here, other] = [await visit(), await visit(tomás)];
    write(other, 'theirs');
    await settled(other);
    const there = await visit();
    press(there, 2, 'flag');
    await settled(there);
    lose();
    write(here, 'mine');
    await vi.waitFor(() => expect(here.state.dialog).toBe('conflict'));
    const { conflict } = here.state.queue;
    expect(conflict?.body.changed_by?.id).toBe(tomás);
    expect(conflict?.body.rows[0]?.post_edit).toBe('theirs');
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('theirs');
    here.exchange.resolve('mine');
    await settled(here);
    expect(rowOf(server.doc, uuid(2))).toMatchObject({ post_edit: 'mine', flagged: true });
  });

  it('is no conflict once the tab has heard of it, nor with what the same tab did before', async () => {
    const [a, b] = [await visit(), await visit()];
    write(a, 'first');
    await settled(a);
    deliver();
    write(b, 'second');
    write(b, 'third');
    await settled(b);
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('third');
  });
});

describe('two people', () => {
  it('shows what the other did with the answer to the next edit of one’s own', async () => {
    const a = await visit();
    server.operate([set(500, 4, { flagged: true }), set(501, 3, { good_align: true })], tomás);
    press(a, 1, 'accept_stay');
    await settled(a);
    await agrees(a);
    expect(server.asked).toEqual([0]);
    expect(a.state.total).toBe(3);
    expect(a.state.doc.undoStack).toHaveLength(1);
  });

  it('shows it when asked, with edits of one’s own still waiting on top', async () => {
    const a = await visit();
    server.refuse = () => new ApiError(503, 'busy', 'Later.');
    press(a, 1, 'flag');
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('busy'));
    server.refuse = null;
    server.operate([set(500, 4, { flagged: true })], tomás);
    await a.exchange.catchUp();
    expect(shown(a).map((row) => row.flagged)).toEqual([true, false, false, true]);
    expect(a.state.queue.waiting).toHaveLength(1);
    a.exchange.queue.wake();
    await settled(a);
    await agrees(a);
  });

  it('recognises its own edits among the changes when only the answer to them was lost', async () => {
    const a = await visit();
    let lose: (error: unknown) => void = () => undefined;
    server.gate = new Promise((_, reject) => {
      lose = reject;
    });
    press(a, 2, 'own_row', 'merge', 'flag');
    await vi.waitFor(() => expect(server.doc.revision).toBeGreaterThan(0));
    server.up = false;
    lose(new ApiError(0, 'no_answer', 'The server did not answer.'));
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('busy'));
    server.gate = Promise.resolve();
    server.up = true;
    const n = a.state.queue.waiting.length - server.doc.revision;
    await a.exchange.catchUp();
    expect(a.state.queue.waiting).toHaveLength(n);
    a.exchange.queue.wake();
    await settled(a);
    await agrees(a);
    expect(a.state.notice.text).not.toMatch(/dropped/);
  });

  it('lets nobody overwrite unseen: what waits on another row of theirs is asked about as well', async () => {
    const a = await visit();
    server.operate([set(500, 2, { post_edit: 'theirs' }), set(501, 3, { post_edit: 'theirs too' })], tomás);
    for (const row of [2, 3]) {
      press(a, row, 'post_edit');
      a.draft(uuid(row), 'mine');
      savePostEdit(a);
    }
    await vi.waitFor(() => expect(a.state.dialog).toBe('conflict'));
    await vi.waitFor(() => expect(rowOf(a.state.doc, uuid(3)).version).toBe(3));
    a.exchange.resolve('mine');
    await vi.waitFor(() => expect(a.state.dialog).toBe('conflict'));
    expect(held().map((row) => row.post_edit)).toEqual([null, 'mine', 'theirs too', null]);
    a.exchange.resolve('theirs');
    await settled(a);
    await agrees(a);
    expect(rowOf(server.doc, uuid(3)).post_edit).toBe('theirs too');
  });

  it('keeps an edit of a row that is gone until the server and the person have had their word', async () => {
    const a = await visit();
    server.refuse = () => new ApiError(503, 'busy', 'Later.');
    press(a, 3, 'post_edit');
    a.draft(uuid(3), 'mine');
    savePostEdit(a);
    await vi.waitFor(() => expect(a.state.queue.trouble?.kind).toBe('busy'));
    server.refuse = null;
    const other = await visit(tomás);
    other.set({ active: uuid(2), anchor: uuid(3) });
    run(other, 'merge');
    await settled(other);
    await a.exchange.catchUp();
    expect(a.state.doc.rows.has(uuid(3))).toBe(false);
    expect(a.state.queue.waiting).toHaveLength(1);
    a.exchange.queue.wake();
    await vi.waitFor(() => expect(a.state.dialog).toBe('conflict'));
    expect(a.exchange.sync.firstChangeOf(a.state.queue.conflict?.operation.id ?? '')?.after[0]?.post_edit).toBe('mine');
  });
});

describe('a text that is being written', () => {
  it('is shown once more when someone else merges its row away, and is there again when that is undone', async () => {
    const [a, other] = [await visit(), await visit(tomás)];
    press(a, 3, 'post_edit');
    a.draft(uuid(3), 'half a sen');
    other.set({ active: uuid(2), anchor: uuid(3) });
    run(other, 'merge');
    await settled(other);
    await a.exchange.catchUp();
    expect(a.state).toMatchObject({ opened: null, active: uuid(2) });
    expect(a.state.notice.text).toContain('Your text: half a sen');
    run(other, 'undo');
    await settled(other);
    await a.exchange.catchUp();
    expect(a.state.drafts.get(uuid(3))).toBe('half a sen');
    await agrees(a);
  });
});
