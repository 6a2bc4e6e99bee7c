import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { moveToRow } from './carrying';
import { run } from './commands';
import { Editor } from './editor';
import { savePostEdit } from './postEdit';

let server: Server;
let page: Editor;

beforeEach(async () => {
  const source = ['Thank you.', 'One.', 'Thank you.', 'Two.', ' Thank you. ', 'Three.'];
  const target = ['ども', '一', 'ども', '二', 'ありがとう。', '三'];
  server = new Server(
    sampleContent(
      source,
      target,
      source.map((_, at) => ({ source: [at], target: [at] })),
    ),
  );
  page = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await page.exchange.start();
});
afterEach(() => page.close());

const settled = () => vi.waitFor(() => expect(page.state.queue).toMatchObject({ waiting: [], sending: 0 }));
const targets = () => page.state.doc.order.map((id) => rowOf(page.state.doc, id).target.map(({ unit }) => unit));
const texts = () => page.state.doc.order.map((id) => rowOf(page.state.doc, id).post_edit);

it('cuts a chip and pastes it on a row far away, as one edit', async () => {
  page.set({ active: uuid(1) });
  run(page, 'cut_chip');
  expect(targets()[0]).toEqual([0]);
  page.moveTo(uuid(6), null);
  run(page, 'paste_chip');
  await settled();
  expect([targets()[0], targets()[5], page.state.cut]).toEqual([[], [0, 5], null]);
  expect(server.doc.revision).toBe(1);
  run(page, 'paste_chip');
  expect(page.state.notice.text).toBe('No chip is cut: Ctrl X cuts one.');
  run(page, 'undo');
  expect(targets()).toEqual([[0], [1], [2], [3], [4], [5]]);
});

it('says that a chip that was cut is gone, where another page joined it to its neighbour', () => {
  page.set({ active: uuid(6), cut: uuid(4242) });
  run(page, 'paste_chip');
  expect(page.state.notice.text).toBe('This chip is gone: it was joined to another, or split.');
  expect([page.state.cut, targets()[5]]).toEqual([null, [5]]);
});

it('moves a chip to the row with a number, and says so', async () => {
  page.set({ active: uuid(2) });
  run(page, 'move_to_row');
  moveToRow(page, 5);
  expect([targets()[1], targets()[4], page.state.active]).toEqual([[], [1, 4], uuid(2)]);
  expect(page.state.notice.text).toBe('Moved “一” to row 5.');
  run(page, 'undo');
  run(page, 'move_to_row');
  moveToRow(page, 9);
  expect(page.state.notice.text).toBe('There is no row 9.');
  expect(page.state.moving).toBeNull();
});

it('asks once whether rows with the same source get the text too, and gives it them in one edit', async () => {
  page.set({ active: uuid(1), opened: { row: uuid(1), part: 'post_edit' } });
  page.draft(uuid(1), 'ありがとう。');
  savePostEdit(page);
  // Row 5 says it already.
  expect(page.state.repeats).toEqual({ row: uuid(1), rows: [uuid(3)] });
  run(page, 'repeat_text');
  await settled();
  expect(texts()).toEqual(['ありがとう。', null, 'ありがとう。', null, null, null]);
  expect(rowOf(page.state.doc, uuid(3)).status).toBe('proposed');
  expect([page.state.repeats, server.doc.revision]).toEqual([null, 2]);
  run(page, 'undo');
  expect(texts()).toEqual(['ありがとう。', null, null, null, null, null]);
});

it('leaves out what was asked about and has another source, or a text of its own, by now', () => {
  page.set({ active: uuid(1), opened: { row: uuid(1), part: 'post_edit' } });
  page.draft(uuid(1), 'サンキュー');
  savePostEdit(page);
  expect(page.state.repeats?.rows).toEqual([uuid(3), uuid(5)]);
  page.set({ active: uuid(3), opened: null });
  run(page, 'merge');
  run(page, 'repeat_text');
  expect(texts()).toEqual(['サンキュー', null, null, 'サンキュー', null]);
  expect(page.state.notice.text).toBe('1 row has this text now. One undo takes it back.');
});

it('asks nothing where another row has a post-edit of its own, or none has the source', () => {
  page.set({ active: uuid(2), opened: { row: uuid(2), part: 'post_edit' } });
  page.draft(uuid(2), '壱');
  savePostEdit(page);
  expect(page.state.repeats).toBeNull();
});
