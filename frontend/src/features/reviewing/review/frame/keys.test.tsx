import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { useExchange } from './useExchange';
import { useKeys } from './useKeys';

servePages();

let page: Editor;
const status = (n: number) => rowOf(page.state.doc, uuid(n)).status;
const press = (target: Element, key: string, more: object = {}) => fireEvent.keyDown(target, { key, ...more });

function Keys() {
  useKeys();
  useExchange(page);
  return (
    <div data-scope="rows">
      <button type="button">a button</button>
      <input aria-label="a field" />
      <input aria-label="search" data-field="search" />
      <div role="dialog">
        <i>in a dialog</i>
      </div>
    </div>
  );
}

beforeEach(async () => {
  page = await visit();
  page.set({ active: uuid(1) });
  show(page, <Keys />);
});

it('runs the action of a key, and keeps the key from the browser', () => {
  expect(press(document.body, 'Enter')).toBe(false);
  expect([status(1), page.state.active]).toEqual(['accepted', uuid(2)]);
  expect(press(document.body, 'F10')).toBe(true);
});

it('leaves Enter to a button that has the focus, letters to a field, and all keys to a dialog', () => {
  press(screen.getByRole('button'), 'Enter');
  press(screen.getByRole('textbox', { name: 'a field' }), 'f');
  press(screen.getByText('in a dialog'), 'Enter');
  expect(status(1)).toBe('proposed');
  expect(rowOf(page.state.doc, uuid(1)).flagged).toBe(false);
});

it('hears the keys of the sound in a field too', () => {
  const heard = vi.spyOn(page, 'say');
  const field = screen.getByRole('textbox', { name: 'a field' });
  expect(press(field, 'F8')).toBe(false);
  expect(press(field, 'F8', { shiftKey: true })).toBe(false);
  expect(heard).toHaveBeenCalledWith('There is no recording of the target.', 'warn');
});

it('leaves the second Ctrl+F to the browser', () => {
  expect(press(document.body, 'f', { ctrlKey: true })).toBe(false);
  expect(press(screen.getByRole('textbox', { name: 'search' }), 'f', { ctrlKey: true })).toBe(true);
});

it('repeats a held key only where it moves', () => {
  press(document.body, 'ArrowDown', { repeat: true });
  expect(page.state.active).toBe(uuid(2));
  press(document.body, 'Enter', { repeat: true });
  expect(status(2)).toBe('proposed');
});

it('holds what is typed behind a key that opens a menu, until the menu has it', () => {
  act(() => page.set({ reasonMenu: uuid(1) }));
  press(document.body, 'Enter');
  expect(status(1)).toBe('proposed');
});

it('keeps the quick find of Firefox shut, but for fields', () => {
  expect(press(screen.getByRole('button'), "'")).toBe(false);
  expect(press(screen.getByRole('textbox', { name: 'a field' }), "'")).toBe(true);
});

it('asks before the page is left where edits would be lost with it', () => {
  const leave = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  act(() => page.exchange.queue.offline());
  press(document.body, 'Enter');
  expect(page.state.queue.durable).toBe(false);
  expect(leave()).toBe(false);
});
