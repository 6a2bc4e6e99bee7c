import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import { reopen, submit } from '../model/gestures';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { type SampleRow, sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { run } from './commands';
import { Editor } from './editor';
import { savePostEdit } from './postEdit';
import { readOnly } from './state';

const rows: SampleRow[] = [
  { source: [0], target: [0] },
  { source: [1], target: [1, 2], confidence: 0.3 },
  { source: [2], target: [3] },
  { source: [3], target: [4] },
];

let server: Server;
let editor: Editor;

async function visit(): Promise<Editor> {
  const page = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await page.exchange.start();
  return page;
}

const settled = () =>
  vi.waitFor(() => expect(editor.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null }));
const shown = (page = editor) => page.state.doc.order.map((id) => rowOf(page.state.doc, id));
const held = () => server.doc.order.map((id) => rowOf(server.doc, id));

beforeEach(async () => {
  const texts = [
    ['One.', 'Two.', 'Three.', 'Four.'],
    ['一。', '二、', '二。', '三。', '四。'],
  ] as const;
  server = new Server(sampleContent(...texts, rows));
  editor = await visit();
});
afterEach(() => editor.close());

describe('editing', () => {
  it('shows an edit at once, and agrees with the server once it has answered', async () => {
    editor.set({ active: uuid(2) });
    for (const action of ['move_down', 'merge', 'flag', 'accept_next', 'own_row', 'undo', 'undo', 'redo'] as const) {
      run(editor, action);
    }
    expect(editor.state.queue.waiting.length).toBeGreaterThan(0);
    await settled();
    expect(shown()).toEqual(held());
    expect(editor.state.unsent.size).toBe(0);
    expect(editor.state.total).toBe(server.doc.revision);
  });

  it('has nothing drawn again for a label that is saved, but the row itself', async () => {
    editor.set({ active: uuid(2) });
    const { facts, visible, clashing } = editor.state;
    const seen = new Set<ReadonlySet<string>>();
    const stop = editor.store.subscribe(({ unsent }) => seen.add(unsent));
    run(editor, 'flag');
    await settled();
    stop();
    expect([...seen]).toEqual([new Set([uuid(2)]), new Set()]);
    expect(editor.state.total).toBe(1);
    expect(editor.state.facts).toBe(facts);
    expect(editor.state.visible).toBe(visible);
    expect(editor.state.clashing).toBe(clashing);
    run(editor, 'merge');
    expect(editor.state.facts).not.toBe(facts);
    expect(editor.state.facts.tests).toBe(facts.tests);
  });

  it('keeps editing while the server is away, and sends it all later', async () => {
    server.up = false;
    editor.set({ active: uuid(1) });
    for (const action of ['accept_next', 'move_down', 'align_no', 'mt_yes'] as const) run(editor, action);
    expect(editor.state.contradiction).toBe(uuid(2));
    expect(editor.state.notice.text).toBe('Marked as badly aligned but a good translation. Is that right?');
    run(editor, 'split');
    run(editor, 'undo');
    await vi.waitFor(() => expect(editor.state.queue.trouble?.kind).toBe('busy'));
    expect(editor.state.unsent.size).toBeGreaterThan(0);
    server.up = true;
    editor.exchange.queue.wake();
    await settled();
    expect(shown()).toEqual(held());
  });

  it('undoes what an earlier page did, submit included', async () => {
    editor.set({ active: uuid(2) });
    run(editor, 'move_down');
    await settled();
    run(editor, 'submit');
    expect(editor.state.dialog).toBe('submit');
    editor.close();
    editor = await visit();
    expect(editor.state.doc.undoStack).toHaveLength(1);
    run(editor, 'undo');
    await settled();
    expect(rowOf(editor.state.doc, uuid(2)).target).toHaveLength(2);
    expect(shown()).toEqual(held());
  });

  it('saves a post-edit with the draft it had, and nothing where the text is as aligned', async () => {
    editor.set({ active: uuid(2), opened: { row: uuid(2), part: 'post_edit' } });
    editor.draft(uuid(2), '二つ。');
    savePostEdit(editor);
    expect(rowOf(editor.state.doc, uuid(2))).toMatchObject({ post_edit: '二つ。', status: 'accepted' });
    expect(editor.state).toMatchObject({ active: uuid(3), opened: null });
    editor.set({ active: uuid(3), opened: { row: uuid(3), part: 'post_edit' } });
    savePostEdit(editor);
    expect(rowOf(editor.state.doc, uuid(3)).post_edit).toBeNull();
  });

  it('confirms all above in linear mode, and says that it was implicit', async () => {
    editor.set({ active: uuid(3), linear: true });
    run(editor, 'accept_stay');
    expect(shown().map((row) => row.status)).toEqual(['implicit', 'implicit', 'accepted', 'proposed']);
    run(editor, 'undo');
    expect(shown().map((row) => row.status)).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
    await settled();
  });

  it('keeps rows in view that an edit takes out of the filter', () => {
    editor.setView({ ...editor.state.view, filters: ['below'] });
    expect(editor.state.visible).toEqual([uuid(2)]);
    run(editor, 'own_row');
    expect(editor.state.visible).toHaveLength(2);
    run(editor, 'accept_next');
    expect(editor.state.visible).toHaveLength(2);
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
    editor.set({ active: uuid(2), opened: { row: uuid(2), part: 'post_edit' } });
    editor.draft(uuid(2), 'mine');
    savePostEdit(editor);
    run(editor, 'flag');
    await vi.waitFor(() => expect(editor.state.queue.conflict).not.toBeNull());
    expect(editor.state.dialog).toBe('conflict');
    expect([...editor.state.clashing]).toEqual([uuid(2)]);
    const first = editor.exchange.sync.firstChangeOf(editor.state.queue.conflict?.operation.id ?? '');
    expect(first?.before[0]?.post_edit).toBeNull();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('theirs');
  };

  it('saves mine on top when told so', async () => {
    await clash();
    expect(editor.exchange.resolve('mine')).toBe(true);
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('mine');
    expect(shown()).toEqual(held());
  });

  it('keeps theirs when told so, and what was done elsewhere since', async () => {
    await clash();
    editor.exchange.resolve('theirs');
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('theirs');
    expect(rowOf(server.doc, uuid(3)).flagged).toBe(true);
    expect(shown()).toEqual(held());
  });

  it('decides later, and then', async () => {
    await clash();
    editor.exchange.resolve('later');
    await vi.waitFor(() => expect(editor.state.queue.waiting).toEqual([]));
    expect(editor.state.queue.parked).toHaveLength(1);
    editor.exchange.unpark();
    await vi.waitFor(() => expect(editor.state.dialog).toBe('conflict'));
    editor.exchange.resolve('mine');
    await settled();
    expect(rowOf(server.doc, uuid(2)).post_edit).toBe('mine');
  });
});

describe('a review that cannot be changed', () => {
  it('opens a post-edit for reading and no choice of tags, and says why', async () => {
    editor.set({ active: uuid(2), info: { ...editor.state.info, can_edit: false } });
    run(editor, 'tags');
    expect(editor.state.opened).toBeNull();
    expect(editor.state.notice.text).toBe('You can view this review but not change it.');
    run(editor, 'post_edit');
    expect(editor.state.opened).toEqual({ row: uuid(2), part: 'post_edit' });
    expect(readOnly(editor.state)).toBe('You can view this review but not change it.');
    editor.draft(uuid(2), 'x');
    savePostEdit(editor);
    expect(rowOf(editor.state.doc, uuid(2)).post_edit).toBeNull();
    editor.draft(uuid(2), null);
  });

  it('is not reopened where its pair is adjudicated, by an undo neither', async () => {
    editor.do(submit(editor.state.doc, true));
    await settled();
    editor.set({ info: { ...editor.state.info, can_reopen: false } });
    const why = 'This pair is adjudicated. Only an adjudicator can reopen a review of it.';
    editor.turnBack('undo');
    expect([editor.state.dialog, editor.state.doc.state, editor.state.notice.text]).toEqual([null, 'submitted', why]);
    expect(editor.do(reopen(editor.state.doc))).toBe(false);
    expect(readOnly(editor.state)).toBe(why);
  });
});

describe('what is open in a row', () => {
  it('closes when the view leaves the row out, so that the keys are those of the rows again', () => {
    editor.set({ active: uuid(2), chip: rowOf(editor.state.doc, uuid(2)).target[0]?.id ?? null });
    run(editor, 'caret');
    expect(editor.state.caret).not.toBeNull();
    editor.setView({ ...editor.state.view, query: 'Four' });
    expect(editor.state).toMatchObject({ caret: null, active: uuid(4) });
    run(editor, 'post_edit');
    editor.setView({ ...editor.state.view, query: 'nothing of the kind' });
    expect(editor.state).toMatchObject({ opened: null, active: null });
  });

  it('a row that an undo goes to is shown, though the view leaves it out', async () => {
    editor.set({ active: uuid(2) });
    run(editor, 'flag');
    editor.setView({ ...editor.state.view, query: 'nothing of the kind' });
    expect(editor.state.visible).toEqual([]);
    run(editor, 'undo');
    expect(editor.state).toMatchObject({ active: uuid(2), visible: [uuid(2)] });
    await settled();
  });

  it('a caret goes with the text it stood in, and stays where another row changes', async () => {
    const chip = rowOf(editor.state.doc, uuid(2)).target[0]?.id ?? '';
    const own: Operation = {
      id: uuid(500),
      verb: 'flag',
      steps: [{ type: 'set', rows: [uuid(4)], fields: { flagged: true } }],
      versions: {},
    };
    editor.set({ active: uuid(2), chip });
    run(editor, 'caret');
    server.operate([own], 2);
    await editor.exchange.catchUp();
    expect(rowOf(editor.state.doc, uuid(4)).flagged).toBe(true);
    expect(editor.state.caret?.chip).toBe(chip);
    const split = { type: 'split_chip', chip, at: 1, new_chip: uuid(900) } as const;
    server.operate([{ id: uuid(501), verb: 'split_text', steps: [split], versions: {} }], 2);
    await editor.exchange.catchUp();
    expect(rowOf(editor.state.doc, uuid(2)).target).toHaveLength(3);
    expect(editor.state.caret).toBeNull();
  });
});

describe('what was undone', () => {
  it('is said in the words of the history', () => {
    editor.set({ active: uuid(2) });
    run(editor, 'null');
    run(editor, 'undo');
    expect(editor.state.notice.text).toBe('Undid: made the row null');
  });
});

describe('undo', () => {
  it('leads to the row that it changed after a reload too, where only the server knows it', async () => {
    editor.set({ active: uuid(2) });
    run(editor, 'flag');
    await settled();
    editor.close();
    editor = await visit();
    for (const [action, flagged] of [
      ['undo', false],
      ['redo', true],
    ] as const) {
      editor.set({ active: uuid(4) });
      run(editor, action);
      await settled();
      await vi.waitFor(() => expect(editor.state.active).toBe(uuid(2)));
      expect(rowOf(editor.state.doc, uuid(2)).flagged).toBe(flagged);
    }
  });

  it('stops where the review was submitted or reopened, and asks', async () => {
    editor.set({ active: uuid(2) });
    run(editor, 'flag');
    editor.do(submit(editor.state.doc, true));
    editor.do(reopen(editor.state.doc));
    await settled();
    const { revision } = server.doc;
    for (let n = 0; n < 4; n += 1) run(editor, 'undo');
    await settled();
    expect([editor.state.dialog, editor.state.doc.state, server.doc.revision]).toEqual(['turn_back', 'open', revision]);
    editor.set({ dialog: null });
    editor.turnBack('undo', true);
    await settled();
    expect(server.doc.state).toBe('submitted');
    run(editor, 'undo');
    expect([editor.state.dialog, editor.state.doc.state]).toEqual(['turn_back', 'submitted']);
    editor.turnBack('undo', true);
    run(editor, 'undo');
    await settled();
    expect(server.doc.state).toBe('open');
    expect(rowOf(server.doc, uuid(2)).flagged).toBe(false);
    editor.set({ dialog: null });
    run(editor, 'redo');
    run(editor, 'redo');
    await settled();
    expect([editor.state.dialog, server.doc.state]).toEqual(['turn_back', 'open']);
  });

  it('leads back to the row where the edit was made', async () => {
    for (const action of ['merge', 'split', 'move_down', 'own_row'] as const) {
      editor.set({ active: uuid(2), chip: action === 'split' ? 'no such chip' : null });
      const before = editor.state.doc;
      run(editor, action);
      if (editor.state.doc === before) continue;
      run(editor, 'undo');
      expect(editor.state.active, action).toBe(uuid(2));
    }
    await settled();
  });
});
