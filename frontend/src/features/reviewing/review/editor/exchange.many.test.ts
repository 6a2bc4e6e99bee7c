import { expect, it, vi } from 'vitest';
import { acceptAll } from '../model/bulk';
import { gate, held, press, servePages, server, settled, shown, tomás, visit } from '../testing/pages';
import { run } from './commands';
import type { Editor } from './editor';

servePages();

const statuses = (rows: readonly { status: string }[]) => rows.map(({ status }) => status).join(' ');
const acceptEvery = (page: Editor) => page.do(acceptAll(page.state.doc, page.state.doc.order));

it('an edit of many rows leaves those out that somebody else changed, names them, and is one undo', async () => {
  const [a, b] = [await visit(), await visit(tomás)];
  const open = gate();
  press(b, 2, 'flag');
  await vi.waitFor(() => expect(server.doc.revision).toBe(1));
  open();
  acceptEvery(a);
  await settled(a);
  await vi.waitFor(() => expect(statuses(held())).toBe('accepted proposed accepted accepted'));
  expect(statuses(shown(a))).toBe('accepted proposed accepted accepted');
  expect(a.state.notice).toMatchObject({
    text: 'Tomás Arriaga changed row 2 meanwhile. Your change was applied to the other 3 rows.',
    tone: 'warn',
  });
  expect(a.state.dialog).toBeNull();
  run(a, 'undo');
  await settled(a);
  expect(statuses(held())).toBe('proposed proposed proposed proposed');
  expect(held()[1]?.flagged).toBe(true);
});

it('an edit of many rows of which all were changed is dropped', async () => {
  const [a, b] = [await visit(), await visit(tomás)];
  for (const row of [1, 2, 3, 4]) press(b, row, 'flag');
  await settled(b);
  acceptEvery(a);
  await settled(a);
  expect(statuses(held())).toBe('proposed proposed proposed proposed');
  expect(a.state.notice.text).toMatch(/^Tomás Arriaga changed rows 1, 2, 3, 4 meanwhile\. Nothing was changed there/);
  expect(a.state.doc.undoStack).toEqual([]);
});
