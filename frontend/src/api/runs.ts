import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import { everyPage, pageAfterPage } from './everyPage';
import type { Got, Run, RunState } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';
import { isLive } from './work';

const runsKey = ['runs'] as const;

interface RunQuery {
  project?: string;
  pair?: number;
  state?: RunState;
  page?: number;
  page_size?: number;
}

async function listRuns(query: RunQuery, signal: AbortSignal): Promise<{ count: number; results: Run[] }> {
  const { count, results } = await take(api.GET('/api/v1/runs/', { params: { query }, signal }));
  // Options and info are free-form in the schema; they are objects.
  return { count, results: results as Run[] };
}

/** Every run of a project that succeeded: summaries are made from these. */
export function useSucceededRuns(project: string) {
  return useQuery({
    queryKey: [...runsKey, 'list', 'succeeded', project],
    queryFn: ({ signal }) => everyPage((page) => listRuns({ project, state: 'succeeded', ...page }, signal)),
  });
}

/** One page of runs, of a project or a pair; asked for every second while one of them, or its filters, waits or works. */
export function useRuns(query: RunQuery) {
  return useQuery({
    queryKey: [...runsKey, 'list', query],
    queryFn: ({ signal }) => listRuns(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some((run) => isLive(run) || isLive(run.filtering)) ? 1_000 : false,
  });
}

export function useEngines(pair: number | null) {
  return useGet(
    ['engines', pair],
    '/api/v1/engines/',
    { query: { pair: pair ?? 0 } },
    {
      enabled: pair !== null,
    },
  );
}

const changing = [runsKey, ['pairs'], ['health']];

export function useStartRun() {
  return useChange(changing, (body: { pair: number; engine: string; options: Record<string, unknown> }) =>
    take(api.POST('/api/v1/runs/', { body })),
  );
}

/** Has the filters judge the links that a run has. */
export function useFilterRun() {
  return useChange(changing, ({ id, options }: { id: number; options: Record<string, unknown> }) =>
    take(api.POST('/api/v1/runs/{id}/filter/', { params: { path: { id } }, body: { options } })),
  );
}

export function useCancelRun() {
  return useChange(changing, (id: number) => take(api.POST('/api/v1/runs/{id}/cancel/', { params: { path: { id } } })));
}

export type RunComparison = Got<'RunComparison'>;
export type RunDifference = RunComparison['rows'][number];

/** How two runs of a pair differ, in pages. */
export function useRunComparison(first: number | null, second: number | null) {
  return useInfiniteQuery({
    queryKey: [...runsKey, 'comparison', first, second],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/runs/{id}/comparison/', {
          params: { path: { id: first ?? 0 }, query: { against: second ?? 0, after: pageParam } },
          signal,
        }),
      ),
    ...pageAfterPage,
    enabled: first !== null && second !== null,
  });
}
