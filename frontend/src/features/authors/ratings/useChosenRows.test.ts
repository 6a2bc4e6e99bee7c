import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useChosenRows } from './useChosenRows';

const rows = [11, 12, 13, 14].map((id) => ({ id }));

function open(canChoose = true) {
  const { result } = renderHook(() => useChosenRows(rows, canChoose));
  const ids = () => [...result.current.chosen];
  return { result, ids };
}

it('moves within the table, and a key acts on the active row where none is chosen', () => {
  const { result } = open();
  expect(result.current.meant()).toEqual([]);
  act(() => result.current.move(1, false));
  expect(result.current.meant()).toEqual([{ id: 11 }]);
  act(() => result.current.move(-1, false));
  expect(result.current.active).toBe(0);
});

it('chooses rows one by one and up to another, and acts on those', () => {
  const { result, ids } = open();
  act(() => result.current.toggle(1, false));
  act(() => result.current.toggle(3, true));
  expect(ids()).toEqual([12, 13, 14]);
  act(() => result.current.toggle(2, false));
  expect(result.current.meant()).toEqual([{ id: 12 }, { id: 14 }]);
  act(() => result.current.toggleAll());
  expect(ids()).toHaveLength(4);
  act(() => result.current.toggleAll());
  expect(ids()).toEqual([]);
});

it('extends by the keys, and chooses nothing for who may only read', () => {
  const { result, ids } = open();
  act(() => result.current.setActive(0));
  act(() => result.current.move(1, true));
  expect(ids()).toEqual([11, 12]);
  const reader = open(false);
  act(() => reader.result.current.setActive(0));
  act(() => reader.result.current.move(1, true));
  act(() => void reader.result.current.toggleActive());
  expect(reader.ids()).toEqual([]);
  expect(reader.result.current.active).toBe(1);
});
