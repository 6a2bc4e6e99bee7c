import { describe, expect, it } from 'vitest';
import type { Gesture } from '../model/gesture';
import * as gestures from '../model/gestures';
import { small } from '../testing/bench';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { withDoc } from './view';

servePages();

/** The state of a page, and the document after a gesture on it. */
async function after(make: (doc: Parameters<typeof gestures.merge>[0]) => Gesture) {
  const page = await visit();
  const bench = small();
  bench.doc = page.state.doc;
  bench.do(make(bench.doc));
  return { state: page.state, doc: bench.doc };
}

const merged = () => after((doc) => gestures.merge(doc, [uuid(2), uuid(3)]));

describe('another document in place of the one shown', () => {
  it('shows the rows that there are now, and stays at the row where one is', async () => {
    const { state, doc } = await merged();
    const next = withDoc({ ...state, active: uuid(4), chip: 'a chip' }, doc);
    expect(next.visible).toEqual([uuid(1), uuid(2), uuid(4)]);
    expect([next.active, next.chip, next.notice]).toEqual([uuid(4), 'a chip', undefined]);
  });

  it('goes to the row above where the row is gone, without what was chosen in it', async () => {
    const { state, doc } = await merged();
    const next = withDoc({ ...state, active: uuid(3), chip: 'a chip' }, doc);
    expect([next.active, next.chip]).toEqual([uuid(2), null]);
  });

  it('gives back the text of a field whose row is gone', async () => {
    const { state, doc } = await merged();
    const opened = { row: uuid(3), part: 'post_edit' as const };
    const next = withDoc({ ...state, opened, drafts: new Map([[uuid(3), 'half a sentence']]) }, doc);
    expect(next.opened).toBeNull();
    expect(next.notice).toMatchObject({ tone: 'warn', text: expect.stringContaining('Your text: half a sentence') });
    expect(withDoc({ ...state, opened }, doc).notice).toBeUndefined();
    expect(withDoc({ ...state, opened: { ...opened, row: uuid(1) } }, doc).opened?.row).toBe(uuid(1));
  });

  it('keeps the caret in a text that is as it was', async () => {
    const { state, doc } = await merged();
    const chip = (row: number) => state.doc.rows.get(uuid(row))?.target[0]?.id ?? '';
    const caret = (row: number) => ({ row: uuid(row), chip: chip(row), stops: [1, 2], at: 0 });
    expect(withDoc({ ...state, caret: caret(1) }, doc).caret).toEqual(caret(1));
    expect(withDoc({ ...state, caret: caret(3) }, doc).caret).toBeNull();
  });
});
