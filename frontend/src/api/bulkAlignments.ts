import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterwards } from './afterwards';
import { api, take } from './client';
import { pairsKey } from './pairs';
import type { BulkAlignment, PairFilter } from './types';

const bulkKey = ['bulk-alignments'] as const;

export function isUnderWay({ state }: BulkAlignment): boolean {
  return state === 'queued' || state === 'running';
}

/** The last bulk alignments of a project, the newest first; asked for every two seconds while one is under way. */
export function useBulkAlignments(project: string) {
  return useQuery({
    queryKey: [...bulkKey, 'list', project],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/bulk-alignments/', { params: { query: { project, page_size: 10 } }, signal })).then(
        ({ results }) => results as BulkAlignment[],
      ),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
  });
}

export interface BulkRequest {
  project: string;
  filter: PairFilter;
  engine: string;
  options: Record<string, unknown>;
  again: boolean;
}

/** What a bulk alignment would do and cost. */
export function useBulkPreview(body: BulkRequest) {
  return useQuery({
    queryKey: [...bulkKey, 'preview', body],
    queryFn: ({ signal }) => take(api.POST('/api/v1/bulk-alignments/preview/', { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useStartBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkRequest) => take(api.POST('/api/v1/bulk-alignments/', { body })),
    onSettled: afterwards(() => refresh(client)),
  });
}

export function useCancelBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => take(api.POST('/api/v1/bulk-alignments/{id}/cancel/', { params: { path: { id } } })),
    onSettled: afterwards(() => refresh(client)),
  });
}

/** The lists that change while runs of a bulk alignment end. */
export function useRefreshAligned() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [pairsKey, ['runs']]) void client.invalidateQueries({ queryKey });
  };
}

function refresh(client: ReturnType<typeof useQueryClient>) {
  return Promise.all(
    [bulkKey, pairsKey, ['runs'], ['health']].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
