import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import type { Operation, OperationsAnswer } from '../model/types';
import { sampleOperation as op } from '../testing/sample';
import { mostAside, mostFaults, mostUnanswered, OperationQueue, type QueueHooks } from './queue';
import { MemoryStorage, openStorage, type Storage } from './storage';

const answer = (operations: readonly Operation[]): OperationsAnswer => ({
  results: operations.map((operation, i) => ({ id: operation.id, sequence: i + 1, repeated: false })),
  rows: [],
  deleted: [],
  review: { state: 'open', revision: 1, n_rows: 1, n_reviewed: 1, undo: null, redo: null, superseded_by: null },
});

function make(send: QueueHooks['send'], storage: Storage = new MemoryStorage(), tab = 'tab') {
  const hooks = {
    send: vi.fn(send),
    acknowledged: vi.fn(),
    partly: vi.fn(),
    rejected: vi.fn(),
    setAside: vi.fn(),
    isServerWell: vi.fn(async () => true),
    change: vi.fn(),
  };
  return { queue: new OperationQueue({ review: 7, tab, by: 1 }, storage, hooks), hooks, storage };
}

function raise(name: string): never {
  throw new DOMException('refused', name);
}

const down = () => Promise.reject(new ApiError(0, 'no_answer', 'The server did not answer.'));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

/** Lets promises and due timers run. */
async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

describe('sending', () => {
  it('sends in order, several at once, and says so only when the server has answered', async () => {
    let release: () => void = () => undefined;
    const { queue, hooks } = make(
      (operations) => new Promise((resolve) => (release = () => resolve(answer(operations)))),
    );
    queue.add(op(1));
    await pass();
    queue.add(op(2));
    queue.add(op(3));
    expect(queue.current).toMatchObject({ savedAt: null, saved: 0 });
    expect(queue.current.waiting).toHaveLength(3);
    release();
    await pass();
    expect(hooks.send.mock.calls.map(([operations]) => operations.map(({ id }) => id))).toEqual([
      ['op-1'],
      ['op-2', 'op-3'],
    ]);
    expect(queue.current.saved).toBe(1);
    release();
    await pass();
    expect(queue.current).toMatchObject({ waiting: [], saved: 3, sending: 0 });
  });

  it('tries again with growing pauses and sends everything once the server is back', async () => {
    let up = false;
    const { queue, hooks } = make((operations) => (up ? Promise.resolve(answer(operations)) : down()));
    hooks.isServerWell.mockImplementation(async () => up);
    for (let n = 1; n <= 20; n += 1) queue.add(op(n));
    await pass();
    expect(queue.current.trouble?.kind).toBe('busy');
    await pass(60_000);
    expect(hooks.send.mock.calls.length).toBeLessThan(10);
    expect(queue.current.waiting).toHaveLength(20);
    up = true;
    queue.wake();
    await pass();
    expect(queue.current).toMatchObject({ waiting: [], trouble: null, saved: 20 });
    expect(hooks.acknowledged.mock.calls.flatMap(([sent]) => sent)).toHaveLength(20);
  });

  it('waits for signing in, then goes on by itself', async () => {
    let signedIn = false;
    const { queue, hooks } = make((operations) =>
      signedIn
        ? Promise.resolve(answer(operations))
        : Promise.reject(new ApiError(403, 'not_authenticated', 'Sign in.')),
    );
    queue.add(op(1));
    await pass();
    queue.add(op(2));
    await pass(120_000);
    expect(hooks.send).toHaveBeenCalledTimes(1);
    expect(queue.current.trouble?.kind).toBe('signed_out');
    signedIn = true;
    queue.wake();
    await pass();
    expect(queue.current.waiting).toEqual([]);
  });

  it('takes out what the server refuses and goes on with the rest', async () => {
    const { queue, hooks } = make((operations) =>
      operations.some(({ id }) => id === 'op-2')
        ? Promise.reject(new ApiError(400, 'invalid_operation', 'No such chip.', [], { operation: 'op-2' }))
        : Promise.resolve(answer(operations)),
    );
    for (const n of [1, 2, 3]) queue.add(op(n));
    await pass();
    expect(hooks.partly).toHaveBeenCalledWith([op(1)]);
    expect(hooks.rejected).toHaveBeenCalledWith(op(2), 'No such chip.');
    await pass(100);
    expect(hooks.send.mock.lastCall?.[0]).toEqual([op(3)]);
    // Said until someone has read it, whatever is saved meanwhile.
    expect(queue.current).toMatchObject({ waiting: [], trouble: null, saved: 2 });
    expect(queue.current.refused).toEqual([{ operation: op(2), detail: 'No such chip.' }]);
    queue.dismissRefused();
    expect(queue.current.refused).toEqual([]);
  });

  it.each([400, 413])('finds out which one is refused where a %i does not say', async (status) => {
    const { queue, hooks } = make((operations) =>
      operations.some(({ id }) => id === 'op-2')
        ? Promise.reject(new ApiError(status, 'invalid', 'Not so.'))
        : Promise.resolve(answer(operations)),
    );
    for (const n of [1, 2, 3, 4]) queue.add(op(n));
    await pass(100);
    expect(hooks.rejected.mock.calls).toEqual([[op(2), 'Not so.']]);
    expect(queue.current).toMatchObject({ waiting: [], saved: 3 });
    for (const n of [5, 6]) queue.add(op(n));
    await pass();
    expect(hooks.send.mock.lastCall?.[0]).toHaveLength(2);
  });

  it.each([
    [new ApiError(404, 'not_found', 'There is nothing here.'), 'closed'],
    [new ApiError(403, 'permission_denied', 'Only its annotator.'), 'closed'],
    [new ApiError(409, 'submitted', 'It is submitted.', [], { operation: 'op-1' }), 'submitted'],
    [new ApiError(409, 'superseded', 'Replaced.', [], { operation: 'op-1', superseded_by: 8 }), 'superseded'],
    [new ApiError(403, 'someone_else', 'Made by someone else.'), 'signed_out'],
  ] as const)('keeps all edits, and asks no more, after %s', async (error, kind) => {
    let isClosed = true;
    const { queue, hooks } = make((operations) =>
      isClosed ? Promise.reject(error) : Promise.resolve(answer(operations)),
    );
    for (const n of [1, 2]) queue.add(op(n));
    await pass(120_000);
    queue.add(op(3));
    await pass(120_000);
    expect(hooks.send).toHaveBeenCalledTimes(1);
    expect(queue.current).toMatchObject({ trouble: { kind }, waiting: [op(1), op(2), op(3)], refused: [] });
    isClosed = false;
    queue.addFirst(op(9));
    await pass();
    expect(hooks.send.mock.lastCall?.[0]).toEqual([op(9), op(1), op(2), op(3)]);
    expect(queue.current).toMatchObject({ trouble: null, waiting: [] });
  });

  it('is in no trouble once nothing waits', async () => {
    const { queue } = make(down);
    queue.add(op(1));
    await pass();
    expect(queue.current.trouble?.kind).toBe('busy');
    queue.revise([]); // the server told another way that it has the edit
    expect(queue.current).toMatchObject({ trouble: null, waiting: [] });
  });
});

describe('an edit that the server fails on', () => {
  const fault = () => new ApiError(500, 'server_error', 'The server failed.');
  /** A server that fails on these. */
  const failing = (...ids: string[]) =>
    make((operations) =>
      operations.some(({ id }) => ids.includes(id)) ? Promise.reject(fault()) : Promise.resolve(answer(operations)),
    );

  it('is set aside after some tries, with what the server said, and the rest is saved', async () => {
    const { queue, hooks } = failing('op-2');
    for (const n of [1, 2, 3]) queue.add(op(n));
    await pass(60_000);
    expect(hooks.setAside.mock.calls).toEqual([[op(2)]]);
    expect(queue.current).toMatchObject({
      waiting: [],
      aside: [{ operation: op(2), detail: 'The server failed.' }],
      saved: 2,
      trouble: null,
    });
    const alone = hooks.send.mock.calls.filter(([sent]) => sent.length === 1 && sent[0]?.id === 'op-2');
    expect(alone).toHaveLength(mostFaults);
    expect(await queue.flushed()).toBe(true);
  });

  it('is not told from others while the server fails on everything, however long', async () => {
    const { queue, hooks } = failing('op-1', 'op-2');
    hooks.isServerWell.mockResolvedValue(false);
    for (const n of [1, 2]) queue.add(op(n));
    await pass(600_000);
    expect(queue.current).toMatchObject({ waiting: [op(1), op(2)], aside: [], trouble: { kind: 'busy' } });
  });

  it('is one of few: where edit after edit fails, the server is at fault, and the rest waits', async () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const { queue } = failing(...ids.map((n) => `op-${n}`));
    for (const n of ids) queue.add(op(n));
    await pass(600_000);
    expect(queue.current.aside).toHaveLength(mostAside);
    expect(queue.current.waiting).toHaveLength(ids.length - mostAside);
  });

  it.each([503, 507])('waits where the server says that it can do nothing now (%d)', async (status) => {
    const { queue } = make(() => Promise.reject(new ApiError(status, 'unavailable', 'Later.')));
    queue.add(op(1));
    await pass(600_000);
    expect(queue.current).toMatchObject({ waiting: [op(1)], aside: [], trouble: { kind: 'busy' } });
  });

  it('is sent again when the person says so, in its place, or given up', async () => {
    let isBroken = true;
    const { queue, hooks } = make((operations) =>
      isBroken && operations.some(({ id }) => id === 'op-1')
        ? Promise.reject(fault())
        : Promise.resolve(answer(operations)),
    );
    queue.add(op(1));
    await pass(60_000);
    isBroken = false;
    expect(queue.retryAside()).toEqual([op(1)]);
    queue.add(op(2));
    await pass(60_000);
    expect(hooks.send.mock.lastCall?.[0]).toEqual([op(1), op(2)]);
    expect(queue.current).toMatchObject({ waiting: [], aside: [] });
    isBroken = true;
    queue.add({ ...op(1) });
    await pass(60_000);
    expect(queue.discardAside()).toEqual([op(1)]);
    expect(queue.current).toMatchObject({ waiting: [], aside: [] });
  });

  it('is still there, and still not sent, for the next tab', async () => {
    const { queue, storage } = failing('op-1');
    queue.add(op(1));
    await pass(60_000);
    queue.close();
    const next = make((operations) => Promise.resolve(answer(operations)), storage, 'next');
    expect(await next.queue.adopt(new Set())).toEqual([]);
    await pass(60_000);
    expect(next.queue.current).toMatchObject({ waiting: [], aside: [{ operation: op(1) }] });
    expect(next.hooks.send).not.toHaveBeenCalled();
  });
});

describe('an edit that gets no answer', () => {
  /** The only process of a server, which these kill; it is back after a second. */
  function killing(...ids: string[]) {
    let deadUntil = 0;
    const made = make((operations) => {
      if (operations.some(({ id }) => ids.includes(id))) deadUntil = Date.now() + 900;
      return Date.now() < deadUntil ? down() : Promise.resolve(answer(operations));
    });
    made.hooks.isServerWell.mockImplementation(async () => Date.now() >= deadUntil);
    return made;
  }

  it('though other requests do, is set aside after more tries than one with an answer, and the rest is saved', async () => {
    const { queue, hooks } = killing('op-2');
    for (const n of [1, 2, 3]) queue.add(op(n));
    await pass(240_000);
    expect(hooks.setAside.mock.calls).toEqual([[op(2)]]);
    expect(queue.current).toMatchObject({ waiting: [], aside: [{ operation: op(2) }], saved: 2, trouble: null });
    const tries = hooks.send.mock.calls.filter(([sent]) => sent.some(({ id }) => id === 'op-2'));
    expect(tries.length).toBeGreaterThanOrEqual(mostFaults + mostUnanswered);
  });

  it('while nothing else gets one either waits, however long', async () => {
    const { queue, hooks } = make(down);
    hooks.isServerWell.mockResolvedValue(false);
    for (const n of [1, 2]) queue.add(op(n));
    await pass(3_600_000);
    expect(queue.current).toMatchObject({ waiting: [op(1), op(2)], aside: [], trouble: { kind: 'busy' } });
  });

  it('does not keep the others of a long queue from being saved', async () => {
    const { queue, hooks } = killing('op-30');
    for (let n = 1; n <= 60; n += 1) queue.add(op(n));
    await pass(600_000);
    expect(hooks.setAside.mock.calls).toEqual([[op(30)]]);
    expect(queue.current).toMatchObject({ waiting: [], saved: 59 });
  });
});

describe('a conflict', () => {
  const conflicting = () => {
    const body = {
      code: 'conflict',
      detail: '',
      operation: 'op-2',
      results: [],
      rows: [],
      changed_at: null,
    };
    return make((operations) =>
      operations.some(({ id, versions }) => id === 'op-2' && versions.r === 2)
        ? Promise.reject(new ApiError(409, 'conflict', 'Changed.', [], body))
        : Promise.resolve(answer(operations)),
    );
  };

  it('stops the queue, keeps the edit, and sends it on top when told so', async () => {
    const { queue, hooks } = conflicting();
    for (const n of [1, 2, 3]) queue.add(op(n));
    await pass(60_000);
    expect(queue.current.conflict?.operation.id).toBe('op-2');
    expect(queue.current.waiting.map(({ id }) => id)).toEqual(['op-2', 'op-3']);
    queue.settle({ ...op(2), versions: { r: 9 } }, [op(3)]);
    await pass();
    expect(hooks.send.mock.lastCall?.[0].map(({ versions }) => versions.r)).toEqual([9, 3]);
    expect(queue.current).toMatchObject({ waiting: [], conflict: null });
  });

  it('lets through what has nothing to do with it, and keeps what builds on it, in order', async () => {
    const { queue, hooks } = conflicting();
    const on = (n: number, ...rows: string[]): Operation => ({
      ...op(n),
      versions: Object.fromEntries(rows.map((row) => [row, n])),
    });
    Object.assign(hooks, {
      touches: ({ id, versions }: Operation) => (id === 'op-8' ? null : Object.keys(versions)),
    });
    for (const operation of [
      op(2),
      on(3, 'other'),
      on(4, 'r', 'third'),
      on(5, 'third'),
      on(6, 'fourth'),
      op(8),
      on(9, 'fifth'),
    ])
      queue.add(operation);
    await pass(60_000);
    expect(queue.current.conflict).toMatchObject({ operation: { id: 'op-2' }, savedBefore: 0 });
    expect(queue.current.waiting.map(({ id }) => id)).toEqual(['op-2', 'op-4', 'op-5', 'op-8', 'op-9']);
    expect(queue.current.saved).toBe(2);
    queue.settle(null, [on(4, 'r', 'third'), on(5, 'third'), op(8), on(9, 'fifth')]);
    await pass();
    expect(hooks.send.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['op-4', 'op-5', 'op-8', 'op-9']);
  });

  it('keeps a second one for later, until the first is decided', async () => {
    const clash = new Set(['op-1', 'op-2']);
    const { queue, hooks } = make((operations) => {
      const hit = operations.find(({ id }) => clash.has(id));
      if (!hit) return Promise.resolve(answer(operations));
      const body = { code: 'conflict', detail: '', operation: hit.id, results: [], rows: [], changed_at: null };
      return Promise.reject(new ApiError(409, 'conflict', 'Changed.', [], body));
    });
    Object.assign(hooks, { touches: ({ versions }: Operation) => Object.keys(versions) });
    const on = (n: number, row: string): Operation => ({ ...op(n), versions: { [row]: n } });
    for (const operation of [on(1, 'a'), on(2, 'b'), on(3, 'c')]) queue.add(operation);
    await pass(60_000);
    expect(queue.current).toMatchObject({ conflict: { operation: { id: 'op-1' } }, saved: 1 });
    expect(hooks.send.mock.calls.length).toBeLessThan(5);
    clash.clear();
    clash.add('op-2');
    queue.settle(on(1, 'a'), [on(1, 'a'), on(2, 'b')]);
    await pass(60_000);
    expect(queue.current).toMatchObject({ conflict: { operation: { id: 'op-2' } }, saved: 2 });
  });

  it('can be set aside, and comes back to be decided', async () => {
    const { queue } = conflicting();
    for (const n of [2, 3]) queue.add(op(n));
    await pass();
    queue.settle('park', [op(3)]);
    await pass();
    expect(queue.current.parked.map(({ id }) => id)).toEqual(['op-2']);
    expect(queue.current.waiting).toEqual([]);
    queue.unpark('op-2');
    await pass();
    expect(queue.current.conflict?.operation.id).toBe('op-2');
  });
});

describe('the device', () => {
  it('keeps what was not sent; the next tab takes it over once, and leaves what living tabs hold', async () => {
    vi.useRealTimers();
    const disk = await openStorage();
    expect(disk.durable).toBe(true);
    const first = make(down, disk, 'closed');
    const second = make(down, disk, 'living');
    first.queue.add(op(1));
    first.queue.add(op(2));
    second.queue.add(op(3));
    await vi.waitFor(async () => expect(await disk.all(7)).toHaveLength(3));
    first.queue.close();
    const third = make((operations) => Promise.resolve(answer(operations)), disk, 'new');
    expect(await third.queue.adopt(new Set(['living']))).toEqual([op(1), op(2)]);
    third.queue.wake();
    await vi.waitFor(() => expect(third.queue.current.saved).toBe(2));
    await vi.waitFor(async () => expect((await disk.all(7)).map(({ operation }) => operation.id)).toEqual(['op-3']));
    expect(await disk.all(8)).toEqual([]);
    second.queue.close();
  });

  it('lets go of the disk when it is cleared, and keeps what is done from then on', async () => {
    vi.useRealTimers();
    const disk = await openStorage();
    const { queue } = make(down, disk, 'cleared');
    await new Promise((resolve, reject) => {
      const clearing = indexedDB.deleteDatabase('lectern-review');
      clearing.onsuccess = resolve;
      clearing.onblocked = reject;
    });
    for (const n of [1, 2, 3]) queue.add(op(n));
    const ids = async () => (await disk.all(7)).map(({ operation }) => operation.id);
    await vi.waitFor(async () => expect(await ids()).toEqual(['op-1', 'op-2', 'op-3']));
    expect(queue.current.durable).toBe(true);
    queue.close();
  });

  it('keeps the order in which edits were made, though the clock was set back, and leaves other people’s', async () => {
    const storage = new MemoryStorage();
    const kept = (tab: string, turn: number, n: number, madeAt: number, by = 1) =>
      storage.put({ review: 7, tab, turn, operation: op(n), madeAt, by, parked: false });
    await kept('a', 1, 1, 1_000);
    await kept('a', 2, 3, 400); // set back by a minute or an hour
    await kept('a', 3, 4, 500);
    await kept('b', 1, 2, 1_100);
    await kept('c', 1, 5, 1, 2);
    const { queue } = make(down, storage, 'new');
    expect((await queue.adopt(new Set())).map(({ id }) => id)).toEqual(['op-1', 'op-3', 'op-4', 'op-2']);
    expect((await storage.all(7)).filter(({ tab }) => tab === 'c')).toHaveLength(1);
    queue.close();
  });

  it('sends what the disk had no room for, says that it is not kept, and again when it is', async () => {
    const storage = new MemoryStorage();
    const disk: Storage = Object.assign(Object.create(storage), { durable: true });
    const full = vi.spyOn(storage, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    disk.put = (kept) => storage.put(kept);
    let up = false;
    const { queue } = make((operations) => (up ? Promise.resolve(answer(operations)) : down()), disk);
    expect(queue.current.durable).toBe(true);
    queue.add(op(1));
    await pass();
    expect(queue.current).toMatchObject({ durable: false, waiting: [op(1)] });
    full.mockRestore();
    up = true;
    queue.wake();
    await pass();
    queue.add(op(2));
    await pass();
    expect(queue.current).toMatchObject({ durable: true, waiting: [], saved: 2 });
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('broken'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('edits go out though the storage %s', async (_, broken) => {
    const storage: Storage = { durable: true, put: broken, remove: broken, all: () => Promise.reject(new Error()) };
    const { queue } = make((operations) => Promise.resolve(answer(operations)), storage);
    expect(await queue.adopt(new Set())).toEqual([]);
    queue.add(op(1));
    await pass(3_000);
    expect(queue.current).toMatchObject({ waiting: [], saved: 1 });
  });

  it.each([
    ['is not there', undefined],
    ['throws', { open: () => raise('SecurityError') }],
    ['is silent', { open: () => ({}) }],
  ])('is memory where the storage of the browser %s', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB);
    const opening = openStorage();
    await pass(3_000);
    expect((await opening).durable).toBe(false);
    vi.unstubAllGlobals();
  });
});
