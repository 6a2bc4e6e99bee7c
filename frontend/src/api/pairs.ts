import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import type { Pair, PairKind, PairStage } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';
import { isLive } from './work';

export const pairsKey = ['pairs'] as const;

interface PairsQuery {
  project: string;
  search?: string;
  kind?: PairKind;
  stage?: PairStage;
  page?: number;
  page_size?: number;
}

/** One page of a project's pairs. While some of them are being aligned, only the runs of those are asked for. */
export function usePairs(query: PairsQuery) {
  const queryKey = [...pairsKey, 'list', query];
  const pairs = useQuery({
    queryKey,
    queryFn: ({ signal }) => take(api.GET('/api/v1/pairs/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
  const aligning = pairs.isPlaceholderData
    ? []
    : (pairs.data?.results.filter(pairIsAligning).map(({ id }) => id) ?? []);
  useLatestRuns(queryKey, aligning);
  return pairs;
}

/** Keeps the runs of some pairs of a list up to date; a run that has ended is asked for no longer. */
function useLatestRuns(list: readonly unknown[], ids: readonly number[]) {
  const client = useQueryClient();
  useQuery({
    queryKey: [...pairsKey, 'runs', ids],
    queryFn: async ({ signal }) => {
      const runs = await take(api.GET('/api/v1/pairs/runs/', { params: { query: { ids: ids.join(',') } }, signal }));
      const latest = new Map(runs.map((one) => [one.pair, one.latest_run]));
      client.setQueryData(list, (page: { count: number; results: Pair[] } | undefined) => {
        const shown = (pair: Pair) => latest.get(pair.id) ?? pair.latest_run;
        return page && { ...page, results: page.results.map((pair) => ({ ...pair, latest_run: shown(pair) })) };
      });
      return runs;
    },
    enabled: ids.length > 0,
    refetchInterval: ids.length > 3 ? 3_000 : 1_000,
    gcTime: 0,
  });
}

function pairIsAligning(pair: Pair): boolean {
  return isLive(pair.latest_run);
}

export function usePair(id: number) {
  return useGet(
    [...pairsKey, id],
    '/api/v1/pairs/{id}/',
    { path: { id } },
    {
      refetchInterval: ({ state }) => (isLive(state.data?.latest_run) ? 1_000 : false),
    },
  );
}

export function useCreatePair() {
  return useChange([pairsKey], (body: { project: string; source: number; target: number; title?: string }) =>
    take(api.POST('/api/v1/pairs/', { body })),
  );
}

/** Corrects the title of a pair, or its kind as long as nobody has reviewed it. */
export function useCorrectPair() {
  // The lists of runs and reviews show the title too, and another kind has other engines; all of it is new before the
  // form is done.
  return useChange(
    [pairsKey, ['runs'], ['reviews', 'list'], ['documents'], ['engines']],
    ({ id, ...body }: { id: number; title?: string; kind?: PairKind; turned?: boolean }) =>
      take(api.PATCH('/api/v1/pairs/{id}/', { params: { path: { id } }, body })),
  );
}

/** Deletes a pair with its runs. The server refuses if anybody has reviewed it. */
export function useRemovePair() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/pairs/{id}/', { params: { path: { id } } }),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: [...pairsKey, id] });
      for (const queryKey of [[...pairsKey, 'list'], ['runs'], ['documents'], ['projects']]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    },
  });
}
