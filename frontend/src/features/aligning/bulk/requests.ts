import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pairsKey } from '@/api/pairs';
import type { BulkAlignment, PairFilter } from '@/api/types';
import { useChange } from '@/api/useChange';
import { isLive } from '@/api/work';

const bulkKey = ['bulk-alignments'] as const;

/** The last bulk alignments of a project, the newest first; asked for every two seconds while one is under way. */
export function useBulkAlignments(project: string) {
  return useQuery({
    queryKey: [...bulkKey, 'list', project],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/bulk-alignments/', { params: { query: { project, page_size: 10 } }, signal })).then(
        ({ results }) => results as BulkAlignment[],
      ),
    refetchInterval: ({ state }) => (state.data?.some(isLive) ? 2_000 : false),
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

const changing = [bulkKey, pairsKey, ['runs'], ['health']];

export function useStartBulk() {
  return useChange(changing, (body: BulkRequest) => take(api.POST('/api/v1/bulk-alignments/', { body })));
}

export function useCancelBulk() {
  return useChange(changing, (id: number) =>
    take(api.POST('/api/v1/bulk-alignments/{id}/cancel/', { params: { path: { id } } })),
  );
}

/** The lists that change while runs of a bulk alignment end. */
export function useRefreshAligned() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [pairsKey, ['runs']]) void client.invalidateQueries({ queryKey });
  };
}
