import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pageAfterPage } from '@/api/everyPage';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { isLive } from '@/api/work';

export type LeakCheck = Got<'LeakCheck'>;
export type LeakCheckRequest = Schemas['LeakCheckCreateRequest'];
export type Leak = Got<'Leak'>;
export type LeakKind = Leak['kind'];

const key = ['leak-checks'] as const;

/** The checks of a test set, the latest first; asked for every second while one goes on. */
export function useLeakChecks(testSet: number) {
  return useQuery({
    queryKey: [...key, testSet],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/leak-checks/', { params: { query: { test_set: testSet } }, signal })).then(
        ({ results }) => results,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isLive) ? 1_000 : false),
  });
}

export function useRequestLeakCheck() {
  return useChange([key], (body: LeakCheckRequest) => take(api.POST('/api/v1/leak-checks/', { body })));
}

/** Removes a check, or cancels one that goes on. */
export function useRemoveLeakCheck() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/leak-checks/{id}/', { params: { path: { id } } }));
}

/** What a check found of one kind, in pages; it never changes. */
export function useLeaks(id: number, kind: LeakKind) {
  return useInfiniteQuery({
    queryKey: [...key, 'found', id, kind],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/leak-checks/{id}/leaks/', {
          params: { path: { id }, query: { kind, after: pageParam, limit: 20 } },
          signal,
        }),
      ),
    ...pageAfterPage,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
