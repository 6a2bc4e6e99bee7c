import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../queue/storage';
import { type SampleRow, sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { run, savePostEdit } from './commands';
import { Session } from './session';
import { readOnly } from './state';

const rows: SampleRow[] = [
  { source: [0], target: [0] },
  { source: [1], target: [1, 2], confidence: 0.3 },
  { source: [2], target: [3] },
  { source: [3], target: [4] },
];

let server: Server;
let session: Session;

async function visit(): Promise<Session> {
  const page = new Session(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await page.start();
  return page;
}

const settled = () =>
  vi.waitFor(() => expect(session.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null }));
const shown = (page = session) => page.state.doc.order.map((id) => rowOf(page.state.doc, id));
const held = () => server.doc.order.map((id) => rowOf(server.doc, id));

beforeEach(async () => {
  const texts = [
    ['One.', 'Two.', 'Three.', 'Four.'],
    ['一。', '二、', '二。', '三。', '四。'],
  ] as const;
  server = new Server(sampleContent(...texts, rows));
  session = await visit();
});
afterEach(() => session.close());

describe('editing', () => {
  it('shows an edit at once, and agrees with the server once it has answered', async () => {
    session.set({ active: uuid(2) });
    for (const action of ['move_down', 'merge', 'flag', 'accept_next', 'own_row', 'undo', 'undo', 'redo'] as const) {
      run(session, action);
    }
    expect(session.state.queue.waiting.length).toBeGreaterThan(0);
    await settled();
    expect(shown()).toEqual(held());
    expect(session.state.unsent.size).toBe(0);
    expect(session.state.total).toBe(server.doc.revision);
  });

  it('keeps editing while the server is away, and sends it all later', async () => {
    server.up = false;
    session.set({ active: uuid(1) });
    for (const action of ['accept_next', 'move_down', 'align_no', 'mt_yes'] as const) run(session, action);
    expect(session.state.contradiction).toBe(uuid(2));
    expect(session.state.notice.text).toBe('Bad alignment, yet good_mt. Sure?');
    run(session, 'split');
    run(session, 'undo');
    await vi.waitFor(() => expect(session.state.queue.trouble?.kind).toBe('busy'));
    expect(session.state.unsent.size).toBeGreaterThan(0);
    server.up = true;
    session.wake();
    await settled();
    expect(shown()).toEqual(held());
  });

  it('undoes what an earlier page did, submit included', async () => {
    session.set({ active: uuid(2) });
    run(session, 'move_down');
    await settled();
    run(session, 'submit');
    expect(session.state.dialog).toBe('submit');
    session.close();
    session = await visit();
    expect(session.state.doc.undoStack).toHaveLength(1);
    run(session, 'undo');
    await settled();
    expect(rowOf(session.state.doc, uuid(2)).target).toHaveLength(2);
    expect(shown()).toEqual(held());
  });

  it('saves a post-edit with the draft it had, and nothing where the text is as aligned', async () => {
    session.set({ active: uuid(2), opened: { row: uuid(2), part: 'post_edit' } });
    session.draft(uuid(2), '二つ。');
    savePostEdit(session);
    expect(rowOf(session.state.doc, uuid(2))).toMatchObject({ post_edit: '二つ。', status: 'accepted' });
    expect(session.state).toMatchObject({ active: uuid(3), opened: null });
    session.set({ active: uuid(3), opened: { row: uuid(3), part: 'post_edit' } });
    savePostEdit(session);
    expect(rowOf(session.state.doc, uuid(3)).post_edit).toBeNull();
  });

  it('confirms all above in linear mode, and says that it was implicit', async () => {
    session.set({ active: uuid(3), linear: true });
    run(session, 'accept_stay');
    expect(shown().map((row) => row.status)).toEqual(['implicit', 'implicit', 'accepted', 'proposed']);
    run(session, 'undo');
    expect(shown().map((row) => row.status)).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
    await settled();
  });

  it('keeps rows in view that an edit takes out of the filter', () => {
    session.setView({ ...session.state.view, filters: ['below'] });
    expect(session.state.visible).toEqual([uuid(2)]);
    run(session, 'own_row');
    expect(session.state.visible).toHaveLength(2);
    run(session, 'accept_next');
    expect(session.state.visible).toHaveLength(2);
  });
});

describe('two people on one row', () => {
  const theirs = (): Operation => ({
    id: uuid(500),
    verb: 'post_edit',
    steps: [{ type: 'set', rows: [uuid(2)], fields: { post_edit: 'theirs' } }],
    versions: { [uuid(2)]: 1 },
  });
  const clash = async () => {
    server.operate([theirs()], 2);
    session.set({ active: uuid(2), opened: { row: uuid(2), part: 'post_edit' } });
    session.draft(uuid(2), 'mine');
    savePostEdit(session);
    run(session, 'flag');
    await vi.waitFor(() => expect(session.state.queue.conflict).not.toBeNull());
    expect(session.state.dialog).toBe('conflict');
    expect([...session.state.clashing]).toEqual([uuid(2)]);
    const first = session.firstChangeOf(session.state.queue.conflict?.operation.id ?? '');
    expect(first?.before[0]?.post_edit).toBeNull();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('theirs');
  };

  it('saves mine on top when told so', async () => {
    await clash();
    expect(session.resolve('mine')).toBe(true);
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('mine');
    expect(shown()).toEqual(held());
  });

  it('keeps theirs when told so, and what was done elsewhere since', async () => {
    await clash();
    session.resolve('theirs');
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('theirs');
    expect(rowOf(server.doc, uuid(3)).flagged).toBe(true);
    expect(shown()).toEqual(held());
  });

  it('decides later, and then', async () => {
    await clash();
    session.resolve('later');
    await vi.waitFor(() => expect(session.state.queue.waiting).toEqual([]));
    expect(session.state.queue.parked).toHaveLength(1);
    session.unpark();
    await vi.waitFor(() => expect(session.state.dialog).toBe('conflict'));
    session.resolve('mine');
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('mine');
  });
});

describe('a review that cannot be changed', () => {
  it('opens a post-edit for reading and no choice of tags, and says why', async () => {
    session.set({ active: uuid(2), info: { ...session.state.info, can_edit: false } });
    run(session, 'tags');
    expect(session.state.opened).toBeNull();
    expect(session.state.notice.text).toBe('You can read this review, not change it.');
    run(session, 'post_edit');
    expect(session.state.opened).toEqual({ row: uuid(2), part: 'post_edit' });
    expect(readOnly(session.state)).toBe('You can read this review, not change it.');
    session.draft(uuid(2), 'x');
    savePostEdit(session);
    expect(rowOf(session.state.doc, uuid(2)).post_edit).toBeNull();
    session.draft(uuid(2), null);
  });
});

describe('what is open in a row', () => {
  it('closes when the view leaves the row out, so that the keys are those of the rows again', () => {
    session.set({ active: uuid(2), chip: rowOf(session.state.doc, uuid(2)).target[0]?.id ?? null });
    run(session, 'caret');
    expect(session.state.caret).not.toBeNull();
    session.setView({ ...session.state.view, query: 'Four' });
    expect(session.state).toMatchObject({ caret: null, active: uuid(4) });
    run(session, 'post_edit');
    session.setView({ ...session.state.view, query: 'nothing of the kind' });
    expect(session.state).toMatchObject({ opened: null, active: null });
  });

  it('a row that an undo goes to is shown, though the view leaves it out', async () => {
    session.set({ active: uuid(2) });
    run(session, 'flag');
    session.setView({ ...session.state.view, query: 'nothing of the kind' });
    expect(session.state.visible).toEqual([]);
    run(session, 'undo');
    expect(session.state).toMatchObject({ active: uuid(2), visible: [uuid(2)] });
    await settled();
  });

  it('a caret goes with the text it stood in, and stays where another row changes', async () => {
    const chip = rowOf(session.state.doc, uuid(2)).target[0]?.id ?? '';
    const own: Operation = {
      id: uuid(500),
      verb: 'flag',
      steps: [{ type: 'set', rows: [uuid(4)], fields: { flagged: true } }],
      versions: {},
    };
    session.set({ active: uuid(2), chip });
    run(session, 'caret');
    server.operate([own], 2);
    await session.refresh();
    expect(rowOf(session.state.doc, uuid(4)).flagged).toBe(true);
    expect(session.state.caret?.chip).toBe(chip);
    const split = { type: 'split_chip', chip, at: 1, new_chip: uuid(900) } as const;
    server.operate([{ id: uuid(501), verb: 'split_text', steps: [split], versions: {} }], 2);
    await session.refresh();
    expect(rowOf(session.state.doc, uuid(2)).target).toHaveLength(3);
    expect(session.state.caret).toBeNull();
  });
});

describe('what was undone', () => {
  it('is said in the words of the history', () => {
    session.set({ active: uuid(2) });
    run(session, 'null');
    run(session, 'undo');
    expect(session.state.notice.text).toBe('Undid: made it null');
  });
});
