import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoardRow } from './requests';
import { useSelection } from './useSelection';

const rows = [5, 6, 7, 8].map((id) => ({ pair: { id }, n_rows: 10, slots: [] }) as unknown as BoardRow);

function start() {
  const { result } = renderHook(() => useSelection(rows, undefined, 9000));
  return {
    now: () => result.current,
    ids: () => (result.current.selection.kind === 'some' ? [...result.current.selection.ids] : 'all'),
    does: (change: (board: typeof result.current) => void) => act(() => change(result.current)),
  };
}

describe('the selection of the board', () => {
  it('extends from the active row, and stays within the list', () => {
    const { now, ids, does } = start();
    does(({ move }) => move(1, true));
    expect([now().active, ids()]).toEqual([0, []]);
    does(({ toggle }) => toggle(1, false));
    does(({ move }) => move(1, true));
    expect([now().active, ids()]).toEqual([2, [6, 7]]);
    for (let i = 0; i < 5; i++) does(({ move }) => move(1, false));
    expect(now().activeId).toBe(8);
  });

  it('acts on the active row where nothing is selected, and on nothing without one', () => {
    const { ids, does } = start();
    const then = vi.fn();
    does(({ withSome }) => withSome(then));
    expect(then).not.toHaveBeenCalled();
    does(({ activate }) => activate(2));
    does(({ withSome }) => withSome(then));
    expect(ids()).toEqual([7]);
    does(({ activate }) => activate(0));
    does(({ withSome }) => withSome(then));
    expect(ids()).toEqual([7]);
    expect(then).toHaveBeenCalledTimes(2);
  });

  it('turns from all that match to none', () => {
    const { now, ids, does } = start();
    does(({ toggleAll }) => toggleAll());
    expect([ids(), now().sum.nPairs]).toEqual(['all', 9000]);
    does(({ toggleAll }) => toggleAll());
    expect(ids()).toEqual([]);
  });
});
