import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useChosen } from './useChosen';

function open(of: Partial<Parameters<typeof useChosen>[0]> = {}) {
  const { result } = renderHook(() => useChosen({ ids: [11, 12, 13, 14], ...of }));
  return {
    now: () => result.current,
    ids: () => (result.current.chosen === 'all' ? 'all' : [...result.current.chosen]),
    does: (change: (list: typeof result.current) => void) => act(() => change(result.current)),
  };
}

describe('the rows that are chosen', () => {
  it('are reached by the keys, which stay within the list', () => {
    const { now, ids, does } = open();
    expect(now().activeId).toBeUndefined();
    does(({ acts }) => acts.extend_next());
    expect([now().active, ids()]).toEqual([0, []]);
    does(({ acts }) => acts.previous());
    expect(now().activeId).toBe(11);
    for (let i = 0; i < 5; i++) does(({ acts }) => acts.next());
    expect(now().activeId).toBe(14);
  });

  it('grow and shrink one by one, and over what lies between', () => {
    const { now, ids, does } = open();
    does(({ toggle }) => toggle(1));
    does(({ toggle }) => toggle(3, true));
    expect(ids()).toEqual([12, 13, 14]);
    expect(now().isSome).toBe(true);
    does(({ toggle }) => toggle(2));
    expect(ids()).toEqual([12, 14]);
    does(({ acts }) => acts.extend_previous());
    expect(ids()).toEqual([12, 14, 13]);
    does(({ toggle }) => toggle(0, true));
    expect(ids()).toEqual([12, 14, 13, 11]);
  });

  it('are all that are loaded, or none', () => {
    const { now, ids, does } = open();
    does(({ toggleAll }) => toggleAll());
    expect([ids(), now().isAll]).toEqual([[11, 12, 13, 14], true]);
    does(({ toggleAll }) => toggleAll());
    expect(ids()).toEqual([]);
  });

  it('are all there are, or those that are loaded but for one', () => {
    const { ids, does } = open({ all: 'all' });
    does(({ toggleAll }) => toggleAll());
    expect(ids()).toBe('all');
    does(({ toggle }) => toggle(1, true));
    expect(ids()).toEqual([11, 13, 14]);
    does(({ chooseAll }) => chooseAll());
    does(({ acts }) => acts.extend_next());
    expect(ids()).toBe('all');
    does(({ toggleAll }) => toggleAll());
    expect(ids()).toEqual([]);
  });

  it('are at least the active one for who acts on them', () => {
    const { ids, does } = open();
    const acted = vi.fn();
    does(({ withSome }) => withSome(acted));
    expect(acted).not.toHaveBeenCalled();
    does(({ activate }) => activate(2));
    does(({ withSome }) => withSome(acted));
    expect(ids()).toEqual([13]);
    does(({ activate }) => activate(0));
    does(({ withSome }) => withSome(acted));
    expect(ids()).toEqual([13]);
    expect(acted).toHaveBeenCalledTimes(2);
  });

  it('are none for who may only read', () => {
    const { now, ids, does } = open({ canChoose: false });
    does(({ activate }) => activate(0));
    does(({ acts }) => acts.extend_next());
    does(({ acts }) => acts.toggle());
    expect([now().active, ids()]).toEqual([1, []]);
  });
});
