import { keepPreviousData } from '@tanstack/react-query';
import { api, take } from './client';
import type { ReviewState, Schemas } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';

/** The editor caches its review under ['reviews', id]; lists stand beside it. */
const listsKey = ['reviews', 'list'] as const;

interface ReviewsAsked {
  project: string;
  mine?: boolean;
  guidelines?: number;
  state?: ReviewState;
  page?: number;
  page_size?: number;
}

export function useReviews(query: ReviewsAsked, enabled = true) {
  return useGet(
    [...listsKey, query],
    '/api/v1/reviews/',
    { query },
    {
      enabled,
      placeholderData: keepPreviousData,
    },
  );
}

/** Opens my review of a pair: a new one from its run, or the one I have. */
export function useOpenReview() {
  return useChange([listsKey, ['pairs'], ['projects']], (body: { pair: number; run?: number }) =>
    take(api.POST('/api/v1/reviews/', { body })),
  );
}

/** What I may go on with in the project of a review of mine. */
export function useNextPair(review: number, enabled: boolean) {
  return useGet(
    ['reviews', review, 'next'],
    '/api/v1/reviews/{id}/next/',
    { path: { id: review } },
    {
      enabled,
      staleTime: 0,
    },
  );
}

export function useReturnReview() {
  return useChange([['reviews'], ['pairs'], ['projects']], ({ id, reason }: { id: number; reason: string }) =>
    take(api.POST('/api/v1/reviews/{id}/return/', { params: { path: { id } }, body: { reason } })),
  );
}

export type GoldReasons = Schemas['GoldReasons'];

/** Why each row of a review is gold, or is not. */
export function useWhyGold(review: number) {
  return useGet(
    ['reviews', review, 'gold'],
    '/api/v1/reviews/{id}/why-gold/',
    { path: { id: review } },
    {
      staleTime: 0,
    },
  );
}
