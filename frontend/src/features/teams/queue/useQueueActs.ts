import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Queue, type QueueSlot, useClaim, useClaimNext, useRelease, useSkip } from '@/api/queue';
import { useOpenReview } from '@/api/reviews';
import type { Hero } from './model';

/** The pair given back last, which can be claimed again. */
export interface GivenBack {
  pair: number;
  title: string;
  verb: 'Skipped' | 'Released';
  nReviewed: number;
}

const givenBack = ({ pair, review }: QueueSlot, verb: GivenBack['verb']): GivenBack => ({
  pair: pair.id,
  title: pair.title,
  verb,
  nReviewed: review?.reviewed_count ?? 0,
});

/** Opening, claiming, skipping and releasing pairs of one's queue. */
export function useQueueActs(slug: string, queue: Queue | undefined, hero: Hero | null) {
  const navigate = useNavigate();
  const next = useClaimNext(slug);
  const claim = useClaim(slug);
  const skip = useSkip(slug);
  const release = useRelease(slug);
  const open = useOpenReview();
  const [skipping, setSkipping] = useState<{ pair: number; title: string; slot: QueueSlot | null } | null>(null);
  const [given, setGiven] = useState<GivenBack | null>(null);
  const [isNoneFree, setNoneFree] = useState(false);
  const isBusy = next.isPending || open.isPending;

  const openPair = (slot: QueueSlot, row?: string) => {
    setGiven(null);
    if (slot.review) void navigate(`/review/${slot.review.id}${row ? `?row=${row}` : ''}`);
    else open.mutate({ pair: slot.pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) });
  };
  const go = () => {
    if (!hero || hero.kind === 'none' || isBusy) return;
    if ('slot' in hero) openPair(hero.slot, queue?.stopped_at?.row);
    else next.mutate(undefined, { onSuccess: (slot) => (slot ? openPair(slot) : setNoneFree(true)) });
  };
  const askToSkip = () => {
    if (!hero || hero.kind === 'none') return;
    const { pair } = 'slot' in hero ? hero.slot : hero.upcoming;
    skip.reset();
    setSkipping({ pair: pair.id, title: pair.title, slot: 'slot' in hero ? hero.slot : null });
  };
  const doSkip = async (reason: string) => {
    if (!skipping) return;
    // A pair that is not held yet is claimed first, for the refusal to be kept. If somebody was faster, there is
    // nothing to refuse.
    const slot = skipping.slot ?? (await next.mutateAsync());
    if (slot && slot.pair.id === skipping.pair) {
      await skip.mutateAsync({ slot: slot.id, reason });
      setGiven(givenBack(slot, 'Skipped'));
    }
    setSkipping(null);
  };
  return {
    given,
    isNoneFree,
    isBusy,
    failure: [next, claim, release, open].find(({ isError }) => isError)?.error,
    openPair,
    go,
    /** The pair whose claim is on its way. */
    claiming: claim.isPending ? claim.variables : null,
    claim: (pair: number) => claim.mutate(pair),
    undo: ({ pair }: GivenBack) => claim.mutate(pair, { onSuccess: () => setGiven(null) }),
    release: (slot: QueueSlot) => release.mutate(slot.id, { onSuccess: () => setGiven(givenBack(slot, 'Released')) }),
    skipping,
    askToSkip,
    skip: (reason: string) => void doSkip(reason).catch(() => undefined),
    stopSkipping: () => setSkipping(null),
    isSkipPending: skip.isPending || next.isPending,
    skipError: skip.error ?? next.error,
  };
}

export type QueueActs = ReturnType<typeof useQueueActs>;
