import { describe, expect, it, vi } from 'vitest';
import type { Correction, RecalledRow } from '../model/types';
import { press, servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { countCorrections } from './infoChanges';

servePages();

const recalled = { translation: '潮が満ちた。' } as RecalledRow;

describe('an earlier translation', () => {
  it('is put into the post-edit field, and nothing is saved by that', async () => {
    const page = await visit();
    page.transport.memory = vi.fn(async () => ({ rows: [recalled], n_pending: 0 }));
    press(page, 2, 'use_memory');
    await vi.waitFor(() => expect(page.state.insertion).toEqual({ row: uuid(2), text: recalled.translation }));
    expect(page.state.opened).toEqual({ row: uuid(2), part: 'post_edit' });
    expect(page.state.queue.waiting).toEqual([]);
  });

  it('comes too late for somebody who has gone on', async () => {
    const page = await visit();
    page.transport.memory = async () => ({ rows: [recalled], n_pending: 0 });
    press(page, 2, 'use_memory');
    press(page, 3, 'flag');
    await Promise.resolve();
    await Promise.resolve();
    expect([page.state.insertion, page.state.opened]).toEqual([null, null]);
  });

  it('that there is not is said, and so is a failure', async () => {
    const page = await visit();
    page.transport.memory = async () => ({ rows: [], n_pending: 0 });
    press(page, 2, 'use_memory');
    await vi.waitFor(() => expect(page.state.notice.text).toBe('No other accepted row has this source.'));
    page.transport.memory = async () => Promise.reject(new Error('The server did not answer.'));
    press(page, 2, 'use_memory');
    await vi.waitFor(() => expect(page.state.notice.text).toBe('The server did not answer.'));
  });
});

describe('the offline translation', () => {
  it('is put into the post-edit field where there is one', async () => {
    const page = await visit();
    press(page, 1, 'use_offline');
    expect(page.state.notice.text).toBe('This row has no offline translation.');
    page.set({ doc: { ...page.state.doc, offline: ['潮。', '手で。', '', ''] } });
    press(page, 2, 'use_offline');
    expect(page.state.insertion).toEqual({ row: uuid(2), text: '手で。' });
  });
});

describe('the corrections of the texts', () => {
  it('are asked for when the server counts others, and only then', async () => {
    const page = await visit();
    const one = { id: 1, side: 'source', unit: 0, start: 0, end: 4, text: 'Word', withdrawn_at: null } as Correction;
    const asked = vi.fn(async () => [one]);
    page.transport.corrections = asked;
    for (const n of [undefined, 0, 1]) countCorrections(n, page.store, page.transport);
    await vi.waitFor(() => expect(page.state.corrections.standing.source.get(0)).toEqual([one]));
    countCorrections(1, page.store, page.transport);
    expect(asked).toHaveBeenCalledTimes(1);
    page.transport.corrections = async () => Promise.reject(new Error('no answer'));
    countCorrections(2, page.store, page.transport);
    await Promise.resolve();
    expect(page.state.corrections.n).toBe(1);
  });

  it('are made on the chip that is selected, or else on the source', async () => {
    const page = await visit();
    press(page, 2, 'correct');
    expect([page.state.dialog, page.state.correcting]).toEqual(['correct', { side: 'source', unit: 1 }]);
    page.set({ dialog: null, chip: page.state.doc.rows.get(uuid(2))?.target[0]?.id ?? null });
    const { run } = await import('./commands');
    run(page, 'correct');
    expect(page.state.correcting).toEqual({ side: 'target', unit: 1 });
  });
});
