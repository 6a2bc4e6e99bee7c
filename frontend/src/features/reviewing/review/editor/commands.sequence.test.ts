/** Keys one after another: what each does is what it would do if the one before it were done already. */

import { describe, expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import { postEdit } from '../model/gestures';
import { agrees, gate, held, press, servePages, server, settled, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { goToUnreviewed, run } from './commands';
import { isOffering } from './realignment';

servePages();

describe('what changes nothing', () => {
  it('is not sent, so that an undo turns back what was seen to happen', async () => {
    const a = await visit();
    press(a, 1, 'align_yes', 'align_yes', 'flag', 'flag', 'accept_stay', 'accept_stay');
    await settled(a);
    expect(server.doc.revision).toBe(3);
    press(a, 1, 'undo');
    expect(rowOf(a.state.doc, uuid(1)).status).toBe('proposed');
    await settled(a);
  });

  it('goes on from a row that was accepted before', async () => {
    const a = await visit();
    press(a, 1, 'accept_stay', 'accept_next');
    expect(a.state.active).toBe(uuid(2));
    await settled(a);
    expect(server.doc.revision).toBe(1);
  });
});

describe('redo', () => {
  it('says that there is nothing while edits are on their way, and keeps nobody waiting', async () => {
    const a = await visit();
    const open = gate();
    press(a, 1, 'flag', 'redo');
    expect(a.state.notice.text).toBe('Nothing to redo.');
    press(a, 2, 'flag');
    expect(rowOf(a.state.doc, uuid(2)).flagged).toBe(true);
    open();
    await settled(a);
  });
});

describe('after an undo of which only the server knows what it does', () => {
  it('keys wait, and are run on the rows as it leaves them', async () => {
    const before = await visit();
    press(before, 2, 'merge');
    press(before, 1, 'merge');
    await settled(before);
    before.close();
    const a = await visit();
    expect(a.state.doc.order).toHaveLength(2);
    a.set({ active: uuid(1) });
    for (const action of ['undo', 'undo', 'next', 'merge', 'flag', 'last', 'accept_stay'] as const) run(a, action);
    await settled(a);
    await agrees(a);
    // The second undo leads to row 2, which it brought back as it was.
    expect(held().map((row) => [row.id, row.flagged, row.status])).toEqual([
      [uuid(1), false, 'proposed'],
      [uuid(2), false, 'proposed'],
      [uuid(3), true, 'accepted'],
    ]);
    expect(a.state.notice.tone).toBe('quiet');
  });

  it('what follows a key that opens something is not run on the rows', async () => {
    const before = await visit();
    press(before, 2, 'flag');
    press(before, 1, 'flag');
    await settled(before);
    before.close();
    const a = await visit();
    a.set({ active: uuid(1) });
    for (const action of ['undo', 'undo', 'post_edit', 'mt_no', 'align_no'] as const) run(a, action);
    await settled(a);
    expect(a.state.opened).toEqual({ row: uuid(2), part: 'post_edit' });
    for (const row of held()) expect(row).toMatchObject({ flagged: false, good_mt: null, good_align: null });
  });

  it('a click waits too, and a text that finds its row gone is a draft again', async () => {
    const before = await visit();
    press(before, 1, 'own_row');
    press(before, 3, 'flag');
    await settled(before);
    const mine = held().find((row) => row.source.length === 0)?.id ?? '';
    before.close();
    const a = await visit();
    run(a, 'undo');
    run(a, 'undo');
    expect(a.do(postEdit(a.state.doc, mine, 'mine', true))).toBe(true);
    await settled(a);
    await vi.waitFor(() => expect(a.state.notice.text).toBe('These rows have changed. Nothing was applied.'));
    expect(a.state.drafts.get(mine)).toBe('mine');
    await agrees(a);
  });
});

describe('the keys of a proposal', () => {
  it('are those of the rows while several are selected', async () => {
    const a = await visit();
    const proposal = { rows: [uuid(2)], steps: [], before: [], after: [{ row: uuid(2), probability: 0.9 }] };
    const rest = { n_fixed: 1, expected_wrong_before: 2, expected_wrong_after: 1 };
    a.set({ active: uuid(2), realigning: { ...rest, proposals: [proposal] } });
    expect(isOffering(a.state)).toBe(true);
    run(a, 'extend_up');
    run(a, 'extend_down');
    expect(isOffering(a.state)).toBe(true);
    a.set({ anchor: uuid(4) });
    expect(isOffering(a.state)).toBe(false);
  });
});

describe('submitting with rows left', () => {
  it('goes to the first that is unreviewed, be it the first row, be it outside the filter', async () => {
    const a = await visit();
    press(a, 3, 'accept_stay');
    run(a, 'submit');
    expect(a.state.dialog).toBe('submit');
    a.setView({ ...a.state.view, query: 'Text 2' });
    expect(a.state.visible).not.toContain(uuid(1));
    goToUnreviewed(a);
    expect(a.state.active).toBe(uuid(1));
    await settled(a);
  });
});
