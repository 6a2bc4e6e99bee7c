/** A spot check as one person goes through it: which item is open, its verdict, and its undo. */

import { useState } from 'react';
import { ApiError } from '@/api/client';
import { type Item, type Judged, type JudgedSpotCheck, useJudge } from './requests';

type Verdict = Item['verdict'];

export function useJudging(check: JudgedSpotCheck, canJudge: boolean) {
  const { items } = check;
  const judge = useJudge(check.id);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ verdict }) => verdict === ''),
    ),
  );
  const [isNoting, setNoting] = useState(false);
  const [done, setDone] = useState<readonly Judged[]>([]);
  const [why, setWhy] = useState('');
  const item = items[Math.min(active, items.length - 1)];

  const go = (to: number) => {
    if (!items[to]) return;
    setWhy('');
    setNoting(false);
    setActive(to);
  };
  const nextOpen = (after: number) => {
    const order = [...items.keys()];
    return [...order.slice(after + 1), ...order.slice(0, after)].find((at) => items[at]?.verdict === '');
  };
  /** Sends a verdict over the revision that the page has, and goes on once it is there. */
  const send = (verdict: Verdict, note: string) => {
    if (!item || !canJudge || judge.isPending) return;
    const before = { position: item.position, verdict: item.verdict, note: item.note, revision: item.revision };
    setWhy('');
    judge.mutate(
      { ...before, verdict, note },
      {
        onSuccess: ({ revision }) => {
          setDone((older) => [...older, { ...before, revision }]);
          setNoting(false);
          const next = nextOpen(items.indexOf(item));
          if (next !== undefined) setActive(next);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'judged') setWhy(error.message);
        },
      },
    );
  };
  const undo = () => {
    const last = done.at(-1);
    if (!last || !canJudge || judge.isPending) return;
    setWhy('');
    setNoting(false);
    setActive(items.findIndex(({ position }) => position === last.position));
    judge.mutate(last, { onSuccess: () => setDone(done.slice(0, -1)) });
  };
  return {
    items,
    item,
    active: item ? items.indexOf(item) : -1,
    isNoting,
    why,
    error: why ? null : judge.error,
    isPending: judge.isPending,
    canUndo: done.length > 0,
    go,
    next: () => go(active + 1),
    previous: () => go(active - 1),
    open: () => go(nextOpen(active) ?? active),
    right: () => send('right', ''),
    note: (is = true) => setNoting(is && canJudge && item !== undefined),
    faulty: (note: string) => send('faulty', note),
    undo,
  };
}

export type Judging = ReturnType<typeof useJudging>;
