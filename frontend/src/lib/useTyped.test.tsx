import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useTyped } from './useTyped';

it('is kept on the device and shown wherever it is asked for, until it is given up', () => {
  const [here, there] = [renderHook(() => useTyped('lectern.a')), renderHook(() => useTyped('lectern.a'))];
  expect(here.result.current[0]).toBeUndefined();
  act(() => here.result.current[1]('日本'));
  expect(there.result.current[0]).toBe('日本');
  here.unmount();
  // Who sends it may no longer be shown.
  act(() => here.result.current[1](undefined));
  expect(there.result.current[0]).toBeUndefined();
  expect(localStorage.getItem('lectern.a')).toBeNull();
});

it('is kept in the page where the device takes nothing more', () => {
  const { result, unmount } = renderHook(() => useTyped('lectern.b'));
  act(() => result.current[1](''));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => result.current[1]('more'));
  full.mockRestore();
  unmount();
  const again = renderHook(() => useTyped('lectern.b'));
  expect(again.result.current[0]).toBe('more');
  act(() => again.result.current[1](''));
  expect(again.result.current[0]).toBe('');
  act(() => again.result.current[1](undefined));
});
