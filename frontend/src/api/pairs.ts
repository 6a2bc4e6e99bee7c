import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import { isActive } from './runs';
import type { Pair, PairKind, PairStage } from './types';

export const pairsKey = ['pairs'] as const;

/** One page of a project's pairs; asked for every second while one of them is being aligned. */
export function usePairs(query: {
  project: string;
  search?: string;
  kind?: PairKind;
  stage?: PairStage;
  page?: number;
  page_size?: number;
}) {
  return useQuery({
    queryKey: [...pairsKey, 'list', query],
    queryFn: ({ signal }) => take(api.GET('/api/v1/pairs/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(pairIsAligning) ? 1_000 : false),
  });
}

function pairIsAligning(pair: Pair): boolean {
  return pair.latest_run !== null && isActive(pair.latest_run.state);
}

export function usePair(id: number) {
  return useQuery({
    queryKey: [...pairsKey, id],
    queryFn: ({ signal }) => take(api.GET('/api/v1/pairs/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.latest_run && isActive(state.data.latest_run.state) ? 1_000 : false),
  });
}

export function useCreatePair() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { project: string; source: number; target: number; title?: string }) =>
      take(api.POST('/api/v1/pairs/', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: pairsKey }),
  });
}

/** Corrects the title of a pair, or its kind as long as nobody has reviewed it. */
export function useCorrectPair() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; title?: string; kind?: PairKind }) =>
      take(api.PATCH('/api/v1/pairs/{id}/', { params: { path: { id } }, body })),
    // The lists of runs and reviews show the title too; they have the new one before the form is done.
    onSuccess: () =>
      Promise.all(
        [pairsKey, ['runs'], ['reviews', 'list'], ['documents']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
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
