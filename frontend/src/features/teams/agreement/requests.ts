/** How far the people of a project agree: figures that a worker computes, and the rows behind them. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';

export type Agreement = components['schemas']['ProjectAgreement'];
export type Measure = components['schemas']['Measure'];
export type Cell = components['schemas']['Cell'];
export type PeopleFigure = components['schemas']['PeopleFigure'];
export type PairFigure = components['schemas']['TalkFigure'];
export type RowBehind = components['schemas']['RowBehind'];
/** What every figure has, whatever it is of. */
export type Figure = Pick<Measure, 'n_talks' | 'n_units' | 'n_differing' | 'value' | 'low' | 'high'>;

/** `people`: two ids as `3,7`. `pair`: one pair. Without them, everybody and all pairs. */
export interface Scope {
  people?: string | undefined;
  pair?: number | undefined;
}
export interface Said {
  first_said: string;
  second_said: string;
}

const key = (project: string, ...rest: unknown[]) => ['projects', project, 'agreement', ...rest] as const;
const at = (project: string) => ({ project_slug: project });

/** Asked for again while it is looked at: mostly nothing is new, and the answer is 304. */
export function useAgreement(project: string, query: Scope) {
  return useQuery({
    queryKey: key(project, 'measures', query),
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/agreement/', { params: { path: at(project), query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.is_current ? 15_000 : 2_000),
  });
}

/** `computed`: when the figures were, so that newer ones are asked for. */
export function usePeopleAgreement(
  project: string,
  query: { measure: string; pair?: number | undefined },
  computed: string,
) {
  return useQuery({
    queryKey: key(project, 'people', query, computed),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/agreement/people/', { params: { path: at(project), query }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

export type PairsQuery = {
  measure: string;
  people?: string | undefined;
  page?: number;
  page_size?: number;
} & Partial<Said>;

export function usePairsAgreement(project: string, query: PairsQuery, computed: string, enabled = true) {
  return useQuery({
    queryKey: key(project, 'pairs', query, computed),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/agreement/talks/', { params: { path: at(project), query }, signal }),
      ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useMonthsAgreement(
  project: string,
  query: { measure: string; people?: string | undefined },
  computed: string,
) {
  return useQuery({
    queryKey: key(project, 'months', query, computed),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/agreement/months/', { params: { path: at(project), query }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

export type RowsQuery = { measure: string; people: string; pair: number; page?: number; page_size?: number } & Said;

export function useRowsBehind(project: string, query: RowsQuery, computed: string) {
  return useQuery({
    queryKey: key(project, 'rows', query, computed),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/agreement/rows/', { params: { path: at(project), query }, signal }),
      ),
  });
}

/** Where a part of the page is as CSV. */
export function csvAddress(
  project: string,
  part: 'measures' | 'people' | 'talks' | 'months',
  query: Scope & { measure?: string },
): string {
  const given = Object.entries({ part, ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/api/v1/projects/${project}/agreement/export/?${new URLSearchParams(given)}`;
}
