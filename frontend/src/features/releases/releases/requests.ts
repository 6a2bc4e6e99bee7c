import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

export type DataCard = Got<'DataCard'>;
export type OpenReleasePage = Got<'OpenReleasePage'>;

export type NextRelease = Got<'NextRelease'>;

/** How a release made now would differ from the last one; counted again whenever it is asked for. */
export function useNextRelease(testSet: number, variant: Schemas['ReleaseCreateRequest']['variant']) {
  return useGet(
    ['next-release', testSet, variant],
    '/api/v1/test-sets/{id}/next-release/',
    { path: { id: testSet }, query: { variant } },
    { staleTime: 0, gcTime: 0, retry: false },
  );
}

/** Rating tasks of a project that have closed, whose results a release can hold. */
export function useClosedTasks(project: string) {
  return useQuery({
    queryKey: ['rating-tasks', 'list', project],
    queryFn: ({ signal }) =>
      everyPage((page) => take(api.GET('/api/v1/rating-tasks/', { params: { query: { project, ...page } }, signal }))),
    select: ({ results }) => results.filter(({ open }) => !open),
    retry: false,
  });
}

const cardKey = ['data-card'] as const;

export function useDataCard(testSet: number) {
  return useGet([...cardKey, testSet], '/api/v1/data-cards/{test_set}/', { path: { test_set: testSet } });
}

export function useWriteDataCard(testSet: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DataCardChangeRequest']) =>
      take(api.PUT('/api/v1/data-cards/{test_set}/', { params: { path: { test_set: testSet } }, body })),
    onSuccess: (card) => client.setQueryData([...cardKey, testSet], card),
  });
}

/** The card as somebody else saved it, where that is why saving was refused. */
export function cardThere(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'card_changed') return null;
  const { card, saved_by } = error.body as Required<Got<'DataCardConflict'>>;
  return { card, savedBy: saved_by };
}

const pageKey = ['release-page'] as const;

/** The page of a release that needs no account, as its project sees it: open or not, where, and what it shows. */
export function useReleasePage(id: number) {
  return useGet([...pageKey, id], '/api/v1/releases/{id}/page/', { path: { id } });
}

export function usePublishRelease(id: number) {
  return useChange([[...pageKey, id]], (body: Schemas['PublishReleaseRequest']) =>
    take(api.PUT('/api/v1/releases/{id}/page/', { params: { path: { id } }, body })),
  );
}

export function useUnpublishRelease(id: number) {
  return useChange([[...pageKey, id]], () =>
    take(api.DELETE('/api/v1/releases/{id}/page/', { params: { path: { id } } })),
  );
}
