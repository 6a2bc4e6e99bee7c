import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { literalSource, runJob } from './job';
import { Matcher, TooSlow } from './matcher';
import { nothingWords, outcomeWords, type Search, useChanges } from './useChanges';

const job = { source: 'a', flags: 'u', texts: ['banana', 'kiwi', 'Aha'], replacement: null, literal: true };

describe('a job', () => {
  it('counts every match, and names only the texts that have one', () => {
    expect(runJob(job)).toEqual([
      { at: 0, n: 3, text: 'banana' },
      { at: 2, n: 1, text: 'Aha' },
    ]);
    expect(runJob({ ...job, flags: 'iugy' }).map(({ n }) => n)).toEqual([3, 2]);
  });

  it('replaces by the text itself, or by what an expression found', () => {
    const put = (source: string, replacement: string, literal: boolean) =>
      runJob({ ...job, source, replacement, literal, texts: ['a-b'] })[0]?.text;
    expect(put('(a)-(b)', '$2-$1', false)).toBe('b-a');
    expect(put('a', '$1$&', true)).toBe('$1$&-b');
  });

  it('finds a literal text and nothing else', () => {
    for (const text of ['a.b', '1/2', '(x)', '\\d', '$', '[a]', 'a|b', '{2}', '^']) {
      expect(new RegExp(`^${literalSource(text)}$`, 'u').test(text)).toBe(true);
    }
    expect(new RegExp(literalSource('a.b'), 'u').test('axb')).toBe(false);
  });
});

class Slow {
  static made: Slow[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  terminate = vi.fn();
  postMessage = vi.fn();
  constructor() {
    Slow.made.push(this);
  }
}

describe('the matcher', () => {
  beforeEach(() => {
    Slow.made = [];
    vi.useFakeTimers();
    vi.stubGlobal('Worker', Slow);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('ends an expression that takes too long', async () => {
    const running = new Matcher(50).run(job).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(49);
    expect(Slow.made[0]?.terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await running).toBeInstanceOf(TooSlow);
    expect(Slow.made[0]?.terminate).toHaveBeenCalled();
  });

  it('answers the last job only', async () => {
    const matcher = new Matcher();
    const answered = vi.fn();
    void matcher.run(job).then(answered);
    const last = matcher.run(job);
    expect(Slow.made[0]?.terminate).toHaveBeenCalled();
    Slow.made[0]?.onmessage?.({ data: ['old'] });
    Slow.made[1]?.onmessage?.({ data: ['new'] });
    expect(await last).toEqual(['new']);
    expect(answered).not.toHaveBeenCalled();
  });

  it('refuses what is no expression before anything is started', async () => {
    await expect(new Matcher().run({ ...job, source: '(' })).rejects.toThrow(SyntaxError);
    expect(Slow.made).toHaveLength(0);
  });
});

describe('what would change', () => {
  const texts = [
    { id: 'one', text: 'Tide tide' },
    { id: 'two', text: 'hand' },
  ];
  const search: Search = { find: 'tide', replacement: 'flood', isExpression: false, matchesCase: true };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is looked for once the hand rests, by the case that was asked for', async () => {
    const { result, rerender } = renderHook((given: Search) => useChanges(texts, given), { initialProps: search });
    await act(() => vi.advanceTimersByTimeAsync(199));
    expect(result.current).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(result.current).toEqual({ changes: [{ id: 'one', before: 'Tide tide', text: 'Tide flood', n: 1 }] });
    rerender({ ...search, matchesCase: false });
    expect(result.current).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(result.current).toMatchObject({ changes: [{ text: 'flood flood', n: 2 }] });
  });

  it('is nothing without a text, and an error where the expression is none', async () => {
    const { result, rerender } = renderHook((given: Search) => useChanges(texts, given), {
      initialProps: { ...search, find: '' },
    });
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(result.current).toBeNull();
    rerender({ ...search, find: '(', isExpression: true });
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(result.current).toHaveProperty('error');
  });

  it('is an error where the expression takes too long, and the next one is looked for', async () => {
    Slow.made = [];
    vi.stubGlobal('Worker', Slow);
    const { result, rerender } = renderHook((given: Search) => useChanges(texts, given), {
      initialProps: { ...search, find: '(.|.|.|.)+x$', isExpression: true },
    });
    await act(() => vi.advanceTimersByTimeAsync(200 + 2_000));
    expect(result.current).toEqual({ error: 'This expression takes too long. Try a simpler one.' });
    rerender({ ...search, find: 'h.nd', isExpression: true });
    await act(() => vi.advanceTimersByTimeAsync(200));
    await act(async () => Slow.made[1]?.onmessage?.({ data: [{ at: 1, n: 1, text: 'flood' }] }));
    expect(result.current).toEqual({ changes: [{ id: 'two', before: 'hand', text: 'flood', n: 1 }] });
  });

  it('is said in words', () => {
    const changes = [{ id: 'one', before: '', text: '', n: 2 }];
    expect(outcomeWords({ ...search, find: '' }, null, 2)).toBe('2 texts to look through.');
    expect(outcomeWords(search, null, 2)).toBe('Searching');
    expect(outcomeWords(search, { error: 'no' }, 2)).toBe('');
    expect(outcomeWords(search, { changes: [] }, 1)).toBe('Not found in 1 text.');
    expect(outcomeWords(search, { changes }, 2)).toBe('Found 2 places in 1 row.');
    expect(nothingWords(true)).not.toBe(nothingWords(false));
  });
});
