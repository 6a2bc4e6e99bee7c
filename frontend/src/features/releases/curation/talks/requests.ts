import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pageAfterPage } from '@/api/everyPage';
import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import { counted, curationKey } from '../requests';

export type Talk = Got<'CuratedTalk'>;
type TalkPage = Got<'Talks'>;
export type View = keyof TalkPage['counts'];
export const partNames = ['train', 'dev', 'test'] as const;
export type PartName = (typeof partNames)[number];

/** The talks of a test set, page by page, with how many each view has. */
export function useTalks(id: number, { show, search }: { show: View; search: string }) {
  return useInfiniteQuery({
    queryKey: [...curationKey, id, 'talks', show, search],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/test-sets/{id}/talks/', {
          params: { path: { id }, query: { show, search: search || undefined, after: pageParam } },
          signal,
        }),
      ) as unknown as Promise<TalkPage>,
    ...pageAfterPage,
    placeholderData: keepPreviousData,
  });
}

/** Takes one review of a pair alone, or none, which leaves the pair to the gold of the project. */
export function useChooseReview(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { pair: number; review: number | null }) =>
      take(api.POST('/api/v1/test-sets/{id}/choose/', { params: { path: { id } }, body })),
    onSuccess: (funnel) => counted(client, id, funnel as never),
  });
}

/** The submitted reviews of a pair. */
export function useReviewsOf(project: string, pair: number) {
  return useGet(['reviews', 'list', 'of pair', pair], '/api/v1/reviews/', {
    query: { project, pair, state: 'submitted' },
  });
}
