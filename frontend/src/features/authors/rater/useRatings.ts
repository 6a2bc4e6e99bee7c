import { useCallback, useMemo } from 'react';
import { useAsked } from '@/api/useAsked';
import { keptOf } from '../rate/store';
import { type SaveState, useSending } from '../rate/useSending';
import { acknowledged, type Pending, shape, withPending } from './model';
import type { Headphones, RaterView, Rating, Source } from './source';

export interface Ratings {
  view: RaterView;
  save: SaveState;
  begin: (headphones: Headphones) => Promise<void>;
  rate: (key: string, rating: Omit<Rating, 'key'>) => void;
  /** Absent where nobody was invited. */
  takePart: ((takesPart: boolean) => Promise<void>) | undefined;
  finish: () => void;
}

/** What a rater is asked with what they have said laid over it, and the sending of it. */
export function useRatings(source: Source) {
  const query = useAsked(source.read);
  const { data, change, refetch } = query;
  const kept = useMemo(() => {
    // Of a trial nothing stays.
    if (!source.isTrial) return keptOf<Pending>(source.token, shape);
    return { read: () => shape.nothing, change: () => true, count: shape.count };
  }, [source]);
  const { pending, say, save } = useSending(kept, {
    ready: data?.begun_at != null,
    send: async (pending) => {
      const { finished_at, code } = await source.rate({
        ratings: Object.values(pending.ratings),
        finished: pending.finished === true,
      });
      change((view) => ({ ...withPending(view, pending), finished_at, code }));
      return (now) => acknowledged(now, pending);
    },
    onRefused: ({ code }) => {
      if (code === 'closed') refetch();
      return false;
    },
  });
  const begin = useCallback(
    async (headphones: Headphones) => {
      const begun = await source.begin({ consent: data?.consent.number ?? 0, headphones });
      change(() => begun);
    },
    [source, change, data?.consent.number],
  );
  const rate = useCallback(
    (key: string, rating: Omit<Rating, 'key'>) =>
      say(({ ratings, ...rest }) => ({ ...rest, ratings: { ...ratings, [key]: { ...ratings[key], ...rating, key } } })),
    [say],
  );
  const { hear } = source;
  const takePart = useMemo(
    () =>
      hear &&
      (async (takesPart: boolean) => {
        const heard = await hear({ declined: !takesPart });
        change(() => heard);
      }),
    [hear, change],
  );
  const finish = useCallback(() => say((before) => ({ ...before, finished: true })), [say]);
  const view = data && withPending(data, pending);
  return { query, ratings: view && { view, save, begin, rate, takePart, finish } };
}
