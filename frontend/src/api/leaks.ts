import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterwards } from './afterwards';
import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';

type Schemas = components['schemas'];
export type LeakCheck = Answer<Schemas['LeakCheck']>;
export type LeakCheckRequest = Schemas['LeakCheckCreateRequest'];
export type Leak = Answer<Schemas['Leak']>;
export type LeakKind = Leak['kind'];

const key = ['leak-checks'] as const;

export function isUnderWay({ state }: Pick<LeakCheck, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The checks of a test set, the latest first; asked for every second while one goes on. */
export function useLeakChecks(testSet: number, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...key, testSet],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/leak-checks/', { params: { query: { test_set: testSet } }, signal })).then(
        ({ results }) => results as LeakCheck[],
      ),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1_000 : false),
    enabled,
  });
}

export function useRequestLeakCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LeakCheckRequest) => take(api.POST('/api/v1/leak-checks/', { body })),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: key })),
  });
}

/** Removes a check, or cancels one that goes on. */
export function useRemoveLeakCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/leak-checks/{id}/', { params: { path: { id } } }),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: key })),
  });
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
      ) as Promise<Answer<Schemas['Leaks']>>,
    initialPageParam: 0,
    getNextPageParam: (last) => last.next_after ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
