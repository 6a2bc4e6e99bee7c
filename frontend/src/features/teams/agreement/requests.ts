/** How far the people of a project agree: figures that a worker computes, and the rows behind them. */

import { keepPreviousData } from '@tanstack/react-query';
import type { components } from '@/api/schema';
import { useGet } from '@/api/useGet';

export type Agreement = components['schemas']['ProjectAgreement'];
export type Measure = components['schemas']['Measure'];
export type Cell = components['schemas']['Cell'];
export type PeopleFigure = components['schemas']['PeopleFigure'];
export type PairFigure = components['schemas']['TalkFigure'];
export type RowBehind = components['schemas']['RowBehind'];
/** The fields that all figures share. */
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
export const useAgreement = (project: string, query: Scope) =>
  useGet(
    key(project, 'measures', query),
    '/api/v1/projects/{project_slug}/agreement/',
    { path: at(project), query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.is_current ? 15_000 : 2_000),
    },
  );

type MeasureQuery = { measure: string } & Scope;

/** `computed`: when the figures were, so that newer ones are asked for. */
export const usePeopleAgreement = (project: string, query: Omit<MeasureQuery, 'people'>, computed: string) =>
  useGet(
    key(project, 'people', query, computed),
    '/api/v1/projects/{project_slug}/agreement/people/',
    { path: at(project), query },
    { placeholderData: keepPreviousData },
  );

export type PairsQuery = Omit<MeasureQuery, 'pair'> & { page?: number; page_size?: number } & Partial<Said>;

export const usePairsAgreement = (project: string, query: PairsQuery, computed: string) =>
  useGet(
    key(project, 'pairs', query, computed),
    '/api/v1/projects/{project_slug}/agreement/talks/',
    { path: at(project), query },
    { placeholderData: keepPreviousData },
  );

export const useMonthsAgreement = (project: string, query: Omit<MeasureQuery, 'pair'>, computed: string) =>
  useGet(
    key(project, 'months', query, computed),
    '/api/v1/projects/{project_slug}/agreement/months/',
    { path: at(project), query },
    { placeholderData: keepPreviousData },
  );

export type RowsQuery = { measure: string; people: string; pair: number; page_size: number } & Said;

export const useRowsBehind = (project: string, query: RowsQuery, computed: string) =>
  useGet(key(project, 'rows', query, computed), '/api/v1/projects/{project_slug}/agreement/rows/', {
    path: at(project),
    query,
  });

/** Where a part of the page is as CSV. */
export function csvAddress(
  project: string,
  part: 'measures' | 'people' | 'talks' | 'months',
  query: Scope & { measure?: string },
): string {
  const pairs = Object.entries({ part, ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/api/v1/projects/${project}/agreement/export/?${new URLSearchParams(pairs)}`;
}
