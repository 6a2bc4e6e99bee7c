/** The digits of a bitext: the change and the acceptance are one edit, sent and undone as one. */

import { describe, expect, it } from 'vitest';
import { rowOf } from '../model/document';
import { agrees, held, press, servePages, server, settled, shown, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { run } from './commands';
import { isPossible } from './possible';

servePages();

const units = (page: Awaited<ReturnType<typeof visit>>) =>
  shown(page).map(({ source, target, status }) => [
    source.map(({ unit }) => unit),
    target.map(({ unit }) => unit),
    status,
  ]);

describe('a digit', () => {
  it('does what the other key does, accepts the row and goes on, in one edit with one undo', async () => {
    const page = await visit();
    press(page, 1, 'merge_accept');
    expect(units(page).slice(0, 2)).toEqual([
      [[0, 1], [0, 1], 'accepted'],
      [[2], [2], 'proposed'],
    ]);
    expect(page.state.active).toBe(uuid(3));
    await settled(page);
    expect(server.doc.revision).toBe(1);
    expect(held()[0]?.status).toBe('accepted');
    run(page, 'undo');
    await settled(page);
    expect(units(page)).toEqual([0, 1, 2, 3].map((n) => [[n], [n], 'proposed']));
    await agrees(page);
  });

  it('pulls the next chip in, and moves the last one down from the row that stays', async () => {
    const page = await visit();
    press(page, 1, 'borrow_accept');
    expect(units(page)[0]).toEqual([[0], [0, 1], 'accepted']);
    expect(page.state.active).toBe(uuid(2));
    press(page, 1, 'move_down_accept');
    expect(units(page).slice(0, 2)).toEqual([
      [[0], [0], 'accepted'],
      [[1], [1], 'proposed'],
    ]);
    await settled(page);
    await agrees(page);
  });

  it('splits, accepts the first part and goes on to the second', async () => {
    const page = await visit();
    press(page, 1, 'merge');
    press(page, 1, 'split_accept');
    expect(units(page).slice(0, 2)).toEqual([
      [[0], [0], 'accepted'],
      [[1], [1], 'proposed'],
    ]);
    expect(page.state.active).toBe(page.state.doc.order[1]);
    await settled(page);
    await agrees(page);
  });

  it('moves the chosen chip, and stays with the row that it accepts', async () => {
    const page = await visit();
    press(page, 1, 'borrow');
    const [first] = rowOf(page.state.doc, uuid(1)).target;
    page.set({ chip: first?.id ?? null });
    run(page, 'move_down_accept');
    expect(units(page).slice(0, 2)).toEqual([
      [[0], [1], 'accepted'],
      [[1], [0], 'proposed'],
    ]);
    expect([page.state.active, page.state.chip]).toEqual([uuid(2), null]);
  });

  it('merges the selected rows and accepts the first of them', async () => {
    const page = await visit();
    press(page, 1, 'extend_down', 'extend_down', 'merge_accept');
    expect(units(page)).toEqual([
      [[0, 1, 2], [0, 1, 2], 'accepted'],
      [[3], [3], 'proposed'],
    ]);
    expect(page.state.active).toBe(uuid(4));
    await settled(page);
    await agrees(page);
  });

  it('does nothing where the change cannot be made, or would leave no row to accept', async () => {
    const page = await visit();
    press(page, 4, 'merge_accept');
    expect(page.state.notice.text).toBe('There is no next row to merge with.');
    press(page, 2, 'split_accept');
    expect(page.state.notice.text).toMatch('There is only one chip here.');
    press(page, 2, 'null');
    page.set({ reasonMenu: null });
    const before = units(page);
    const bare = shown(page).find(({ source }) => source.length === 0)?.id ?? null;
    page.set({ active: bare, chip: null });
    run(page, 'move_down_accept');
    expect(page.state.notice.text).toBe('Nothing of this row would be left to accept.');
    expect(units(page)).toEqual(before);
  });

  it('confirms what stands above in linear mode, as accepting does', async () => {
    const page = await visit();
    page.set({ linear: true });
    press(page, 3, 'merge_accept');
    expect(units(page).map(([, , status]) => status)).toEqual(['implicit', 'implicit', 'accepted']);
    await settled(page);
    await agrees(page);
  });

  it('takes the engine’s next choice in one edit with one undo, and of several selected rows none', async () => {
    const unsure = { confidence: 0.4, features: { next_source: 1, next_target: 2 } };
    server.doc = { ...server.doc, rows: new Map([...server.doc.rows].map(([id, row]) => [id, { ...row, ...unsure }])) };
    const page = await visit();
    press(page, 1, 'extend_down', 'next_choice_accept');
    expect(page.state.notice.text).toBe('Several rows are selected: the next choice is taken row by row.');
    page.set({ anchor: null });
    press(page, 1, 'next_choice_accept');
    expect(units(page).slice(0, 2)).toEqual([
      [[0], [0, 1], 'accepted'],
      [[1], [], 'proposed'],
    ]);
    expect(page.state.active).toBe(uuid(2));
    // What another edit changed is not what the engine meant.
    run(page, 'next_choice_accept');
    expect(page.state.notice.text).toBe('The engine has no next choice to offer for this row.');
    await settled(page);
    expect(server.doc.revision).toBe(1);
    expect(server.doc.undoStack.at(-1)?.verb).toBe('next_choice');
    run(page, 'undo');
    await settled(page);
    expect(units(page)).toEqual([0, 1, 2, 3].map((n) => [[n], [n], 'proposed']));
    await agrees(page);
    press(page, 1, 'next_choice_accept');
    expect(units(page)[0]).toEqual([[0], [0, 1], 'accepted']);
  });

  it('takes no next choice while a new proposal or the opened row stands in its place', async () => {
    const unsure = { confidence: 0.4, features: { next_source: 1, next_target: 2 } };
    server.doc = { ...server.doc, rows: new Map([...server.doc.rows].map(([id, row]) => [id, { ...row, ...unsure }])) };
    const page = await visit();
    const proposal = { rows: [uuid(1)], steps: [], before: [], after: [{ row: uuid(1), probability: 0.9 }] };
    const realigning = { n_fixed: 1, expected_wrong_before: 2, expected_wrong_after: 1, proposals: [proposal] };
    const untouched = units(page);
    page.set({ active: uuid(1), realigning });
    expect(isPossible(page.state, 'next_choice_accept')).toBe(false);
    run(page, 'next_choice_accept');
    expect(page.state.notice.text).toBe(
      'Take or leave the new proposal for this row first: its next choice is not shown.',
    );
    page.set({ realigning: null, opened: { row: uuid(1), part: 'tags' } });
    run(page, 'next_choice_accept');
    expect(page.state.notice.text).toBe('The next choice is not shown while the row is open. Close it first.');
    expect(units(page)).toEqual(untouched);
    page.set({ opened: null });
    expect(isPossible(page.state, 'next_choice_accept')).toBe(true);
    run(page, 'next_choice_accept');
    expect(units(page)[0]).toEqual([[0], [0, 1], 'accepted']);
  });
});
