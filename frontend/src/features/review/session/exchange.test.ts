import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { rowOf } from '../model/document';
import type { Operation, RowFields } from '../model/types';
import { MemoryStorage, type Storage } from '../queue/storage';
import { Channel, closeAll, deliver, lose } from '../testing/channels';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { run, savePostEdit } from './commands';
import { Session } from './session';

const [ines, tomás] = [1, 2] as const;

let server: Server;
const pages: Session[] = [];

async function visit(by: number = ines, storage: Storage = new MemoryStorage()): Promise<Session> {
  const page = new Session(server.info(by), server.content(), server.transport(by), storage);
  pages.push(page);
  await page.start();
  return page;
}

const set = (n: number, row: number, fields: RowFields, version = 1): Operation => ({
  id: uuid(n),
  verb: 'label',
  steps: [{ type: 'set', rows: [uuid(row)], fields }],
  versions: { [uuid(row)]: version },
});
const settled = (page: Session) =>
  vi.waitFor(() => expect(page.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null, trouble: null }));
const shown = (page: Session) => page.state.doc.order.map((id) => rowOf(page.state.doc, id));
const held = () => server.rows(server.doc.order);
const agrees = (page: Session) => vi.waitFor(() => expect(shown(page)).toEqual(held()));
/** Answers to what is sent from now on wait until the returned is called. */
function gate(): () => void {
  let open: () => void = () => undefined;
  server.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return open;
}
function press(page: Session, row: number, ...actions: Parameters<typeof run>[1][]): void {
  page.set({ active: uuid(row), chip: null });
  for (const action of actions) run(page, action);
}

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

describe('two tabs of one person', () => {
  it.each(['before', 'after'] as const)('both show edits of one moment, heard %s the own answer', async (when) => {
    const [a, b] = [await visit(), await visit()];
    const toA = gate();
    press(a, 2, 'flag');
    await vi.waitFor(() => expect(server.doc.revision).toBe(1));
    const toB = gate();
    press(b, 2, 'mt_yes');
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
    expect(rowOf(a.state.doc, uuid(2))).toMatchObject({ flagged: true, good_mt: true });
    expect(a.state.doc.undoStack.at(-1)).toEqual(b.state.doc.undoStack.at(-1));
    expect(server.asked).toEqual([0]);
  });

  it('hears of each edit without asking, and asks for one that it was not told', async () => {
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

  it('never goes back to what an overtaken answer says', async () => {
    const [a, b] = [await visit(), await visit()];
    const toA = gate();
    press(a, 2, 'own_row', 'flag');
    await vi.waitFor(() => expect(server.doc.revision).toBeGreaterThan(0));
    server.gate = Promise.resolve();
    press(b, 2, 'align_no');
    await settled(b);
    deliver();
    toA();
    await settled(a);
    await agrees(a);
  });

  it('undoes in one tab what the other did, and says so where it was not told of it', async () => {
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
    await a.refresh();
    expect(shown(a).map((row) => row.flagged)).toEqual([true, false, false, true]);
    expect(a.state.queue.waiting).toHaveLength(1);
    a.wake();
    await settled(a);
    await agrees(a);
  });

  it('knows its own edits in what the server tells, when only the answer to them was lost', async () => {
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
    await a.refresh();
    expect(a.state.queue.waiting).toHaveLength(n);
    a.wake();
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
    a.resolve('mine');
    await vi.waitFor(() => expect(a.state.dialog).toBe('conflict'));
    expect(held().map((row) => row.post_edit)).toEqual([null, 'mine', 'theirs too', null]);
    a.resolve('theirs');
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
    await a.refresh();
    expect(a.state.doc.rows.has(uuid(3))).toBe(false);
    expect(a.state.queue.waiting).toHaveLength(1);
    a.wake();
    await vi.waitFor(() => expect(a.state.dialog).toBe('conflict'));
    expect(a.firstChangeOf(a.state.queue.conflict?.operation.id ?? '')?.after[0]?.post_edit).toBe('mine');
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
    await a.refresh();
    expect(a.state).toMatchObject({ opened: null, active: uuid(2) });
    expect(a.state.notice.text).toContain('Your text: half a sen');
    run(other, 'undo');
    await settled(other);
    await a.refresh();
    expect(a.state.drafts.get(uuid(3))).toBe('half a sen');
    await agrees(a);
  });
});

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
    a.wake();
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
    await a.refresh();
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
    a.dismissRefused();
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
