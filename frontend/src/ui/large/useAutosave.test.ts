import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAutosave } from './useAutosave';

type Stored = { value: string; version: number; at: string | null };

/** A server that keeps a text by versions; the next answers can be lost on their way. */
function server() {
  const has: Stored = { value: 'one', version: 1, at: null };
  const lost = { answers: 0 };
  const store = vi.fn(async (value: string, version: number | null) => {
    if (version !== has.version) throw { ...has };
    Object.assign(has, { value, version: has.version + 1 });
    if (lost.answers-- > 0) throw new Error('the network is gone');
    return { version: has.version, at: null };
  });
  return { has, lost, store };
}

const theirsOf = (error: unknown) => (error instanceof Error ? null : (error as Stored));

function page(of: ReturnType<typeof server>) {
  const start = { ...of.has };
  return renderHook(
    ({ value }: { value: string }) =>
      useAutosave({ value, start, isSame: (one, other) => one === other, store: of.store, theirsOf }),
    { initialProps: { value: start.value } },
  );
}

/** A page whose change the server has stored, while the answer was lost. */
async function savedUnheard() {
  const there = server();
  const { result, rerender } = page(there);
  there.lost.answers = 1;
  rerender({ value: 'two' });
  await act(() => result.current.save());
  return { there, result, rerender };
}

it('knows its own text again where the answer was lost', async () => {
  const { there, result, rerender } = await savedUnheard();
  expect(result.current.error).not.toBeNull();
  // Sent again, and what was written meanwhile over it.
  await act(() => result.current.save());
  expect(result.current).toMatchObject({ theirs: null, error: null, isSaved: true, version: 2 });
  there.lost.answers = 1;
  rerender({ value: 'three' });
  await act(() => result.current.save());
  rerender({ value: 'four' });
  await act(() => result.current.save());
  await waitFor(() => expect(result.current).toMatchObject({ theirs: null, isSaved: true, version: 4 }));
  expect(there.has.value).toBe('four');
});

it('says what somebody else has saved, also after an answer was lost', async () => {
  const { there, result } = await savedUnheard();
  Object.assign(there.has, { value: 'theirs', version: 7 });
  await act(() => result.current.save());
  expect(result.current.theirs).toMatchObject({ value: 'theirs', version: 7 });
  expect(there.has.value).toBe('theirs');
});

it('saves again what was put back after an answer was lost', async () => {
  const { there, result, rerender } = await savedUnheard();
  rerender({ value: 'one' });
  expect(result.current.isSaved).toBe(false);
  await act(() => result.current.save());
  expect(there.has).toMatchObject({ value: 'one', version: 3 });
  expect(there.store).toHaveBeenLastCalledWith('one', 2, 'two');
  expect(result.current).toMatchObject({ theirs: null, isSaved: true, version: 3 });
});

it('has nothing to save after taking theirs where an answer was lost', async () => {
  const { there, result, rerender } = await savedUnheard();
  Object.assign(there.has, { value: 'theirs', version: 7 });
  await act(() => result.current.save());
  act(() => result.current.resolve());
  rerender({ value: 'theirs' });
  expect(result.current).toMatchObject({ theirs: null, isSaved: true, version: 7 });
});

it('goes on from what somebody else has saved where that is the same', async () => {
  const there = server();
  const { result, rerender } = page(there);
  Object.assign(there.has, { value: 'two', version: 7 });
  rerender({ value: 'two' });
  await act(() => result.current.save());
  expect(result.current).toMatchObject({ theirs: null, error: null, isSaved: true, version: 7 });
  rerender({ value: 'three' });
  await act(() => result.current.save());
  expect(there.has).toMatchObject({ value: 'three', version: 8 });
});
