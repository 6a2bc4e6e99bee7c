/** What hands do that no list of keys says: hold a key down, undo, say the same again. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

it('walks with a held key and never decides with one', async () => {
  const desk = await openReview();
  await desk.press('{Enter>7/}');
  expect((await desk.saved(1)).slice(0, 3).map(({ status }) => status)).toEqual(['accepted', 'proposed', 'proposed']);
  expect(desk.number).toBe(2);
  await desk.press('{j>5/}');
  expect(desk.number).toBe(7);
  await desk.press('{m>4/}');
  await desk.saved(2);
  // The Enter that goes to a row is still down when the rows have the focus.
  await desk.press('g');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-field', 'go-to'));
  await desk.press('3', '{Enter>4/}');
  expect(desk.row(3)).toHaveFocus();
  expect((await desk.saved(2))[2]?.status).toBe('proposed');
});

it('leads back to the row that was edited, with an undo', async () => {
  const desk = await openReview();
  for (const number of [3, 2]) {
    await desk.goTo(number);
    const { active } = desk.editor.state;
    await desk.undone(async () => {
      const { revision } = desk.server.doc;
      await desk.press('m');
      await desk.saved(revision + 1);
    });
    expect(desk.number).toBe(number);
    expect(desk.editor.state.active).toBe(active);
    expect(desk.row(number)).toHaveFocus();
  }
});

it('gives the keys back to the rows after a click on undo, and leaves them to who pressed it', async () => {
  const desk = await openReview();
  await desk.goTo(3);
  await desk.press('m');
  await desk.saved(1);
  const button = (name: RegExp) => within(screen.getByRole('banner')).getByRole('button', { name });
  await desk.user.click(button(/^Undo/));
  await waitFor(() => expect(desk.row(3)).toHaveFocus());
  await desk.press('k');
  expect(desk.number).toBe(2);
  button(/^Redo/).focus();
  await desk.press('{Enter}');
  await desk.saved(3);
  expect(button(/^Redo/)).toHaveFocus();
});

it('begins what is left with the first row', async () => {
  const desk = await openReview();
  await desk.goTo(5);
  await desk.press('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await desk.user.click(await screen.findByRole('button', { name: 'Go to the next unreviewed' }));
  await waitFor(() => expect(desk.row(1)).toHaveFocus());
  expect(desk.number).toBe(1);
});

it('says the same words again to who does not see them', async () => {
  const desk = await openReview();
  await desk.press('f');
  await desk.saved(1);
  const notice = document.querySelector('[data-field=notice]') as HTMLElement;
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(notice.textContent));
  watch.observe(notice, { childList: true, subtree: true, characterData: true });
  await desk.press('{Control>}{Home}{/Control}', 'k', '{Shift>}kk{/Shift}');
  await waitFor(() => expect(said.filter((text) => text === 'This is the first row.')).toHaveLength(2));
  watch.disconnect();
});

it('says where Enter leads', async () => {
  const desk = await openReview();
  const hints = screen.getByRole('contentinfo');
  await desk.goTo(2);
  expect(hints).toHaveTextContent('accept, next unreviewed');
  await desk.press('{Enter}');
  await desk.saved(1);
  await desk.press('k');
  expect(hints).toHaveTextContent('confirm, next row');
  await desk.press('{Enter}');
  expect(desk.number).toBe(3);
});

it('searches all rows by Ctrl F, and leaves the second Ctrl F to the browser', async () => {
  const desk = await openReview();
  const kept: boolean[] = [];
  const listen = (event: KeyboardEvent) => event.key === 'f' && kept.push(event.defaultPrevented);
  addEventListener('keydown', listen);
  await desk.press('{Control>}f{/Control}');
  expect(screen.getByLabelText('Search text')).toHaveFocus();
  await desk.press('{Control>}f{/Control}');
  removeEventListener('keydown', listen);
  expect(kept).toEqual([true, false]);
});

it('pushes targets down and up again', async () => {
  const desk = await openReview();
  const units = async (nOperations: number) =>
    (await desk.saved(nOperations)).map(({ source, target }) =>
      [source, target].map((chips) => chips.map(({ unit }) => unit).join(' ')).join(' | '),
    );
  const start = await units(0);
  await desk.goTo(3);
  await desk.press('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect((await units(1)).slice(0, 5)).toEqual(['0 | 0', '1 | 1 2', '2 | ', '3 4 | 3 4 5', '5 | 6']);
  expect(desk.number).toBe(3);
  await desk.goTo(4);
  await desk.press('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
  // What was a target without a source has found one on the way down.
  const after = ['0 | 0', '1 | 1 2', '2 | 3 4 5', '3 4 | 6', '5 | 7', '6 | 8'];
  expect((await units(2)).slice(0, 6)).toEqual(after);
  await desk.press('z', 'z');
  expect(await units(4)).toEqual(start);
});

it('tells who does not see them which row was accepted and what was undone, and leaves the hints to the others', async () => {
  const desk = await openReview();
  const heard = (field: string) => document.querySelector(`[role=status][data-field=${field}]`);
  await desk.press('{Enter}');
  expect(heard('announced')).toHaveTextContent(/^Accepted row 1\.$/);
  expect(heard('notice')).toHaveTextContent(/^$/);
  await desk.postEdit(4, '灯台');
  expect(heard('announced')).toHaveTextContent(/^Saved row 4\.$/);
  await desk.press('z');
  expect(heard('notice')).toHaveTextContent('Undid: edited the target');
});

it('closes a dialog by Back, leaves the filter behind it as it is, and the row has the focus again', async () => {
  const desk = await openReview();
  await desk.user.click(screen.getByRole('button', { name: /^Null \d/ }));
  const named = () => new URLSearchParams(globalThis.location.search).get('show');
  expect(named()).toBe('null');
  expect(desk.editor.state.view.filters).toEqual(['null']);
  desk.row(desk.number).focus();
  for (const [key, name] of [
    ['{Control>}{Enter}{/Control}', 'Accept many rows'],
    ['?', /keys/i],
  ] as const) {
    await desk.press(key);
    await desk.dialog(name);
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(named()).toBe('null'));
    expect(desk.editor.state.view.filters).toEqual(['null']);
    await waitFor(() => expect(desk.row(desk.number)).toHaveFocus());
  }
  globalThis.history.back();
  await waitFor(() => expect(desk.editor.state.view.filters).toEqual([]));
});

it('leaves the entry before as it was where Back closes a dialog right after a step to another row', async () => {
  const desk = await openReview();
  await desk.user.click(screen.getByRole('button', { name: /^Null \d/ }));
  const go = globalThis.history.go.bind(globalThis.history);
  // The router goes on again to the entry that it had to stay at: here only after the row was written.
  const gone = vi.spyOn(globalThis.history, 'go').mockImplementation((by) => void setTimeout(() => go(by), 600));
  await desk.press('?');
  await desk.dialog(/keys/i);
  const last = desk.editor.state.visible.at(-1);
  expect(last).not.toBe(desk.editor.state.active);
  act(() => desk.editor.moveTo(last as string, null));
  globalThis.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(gone).toHaveBeenCalled());
  const named = () => new URLSearchParams(globalThis.location.search).get('show');
  await waitFor(() => expect(named()).toBe('null'), { timeout: 2000 });
  gone.mockRestore();
  globalThis.history.back();
  await waitFor(() => expect(desk.editor.state.view.filters).toEqual([]));
});

it('takes no Enter for its own that ends a composition', async () => {
  const desk = await openReview();
  await desk.press('e');
  const field = within(desk.row(1)).getByRole<HTMLTextAreaElement>('textbox');
  const { notice } = desk.editor.state;
  fireEvent.compositionStart(field);
  for (const ctrlKey of [false, true])
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', ctrlKey, isComposing: true, keyCode: 229 });
  fireEvent.compositionEnd(field, { data: '潮' });
  // Safari's, after the composition has ended.
  expect(fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 229 })).toBe(true);
  expect(desk.editor.state.notice).toBe(notice);
  expect(desk.editor.state.opened).toEqual({ row: desk.editor.state.active, part: 'post_edit' });
  expect(field).toHaveFocus();
  expect((await desk.saved(0))[0]?.status).toBe('proposed');
});
