/** Adjudications: the pairs of a project that have or need one, and what one compares. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import { useChange } from '@/api/useChange';

export type Comparison = components['schemas']['Comparison'];
export type Region = components['schemas']['Region'];
export type AdjudicationState = 'waiting' | 'open' | 'done';

export type AdjudicationOrder = 'title' | 'regions' | 'changed';

/** How many pairs there are in each state. */
export function useAdjudicationCounts(project: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['adjudications', project, 'counts'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/adjudications/counts/', {
          params: { path: { project_slug: project } },
          signal,
        }),
      ),
  });
}

export function useAdjudications(
  project: string,
  query: { state?: AdjudicationState; order?: AdjudicationOrder; page?: number; page_size?: number },
) {
  return useQuery({
    queryKey: ['adjudications', project, query],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/adjudications/', {
          params: { path: { project_slug: project }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Opens the adjudication of a pair: a new one from its submitted reviews, or the one there is. */
export function useOpenAdjudication(project: string) {
  const params = { path: { project_slug: project } };
  return useChange([['adjudications'], ['pairs']], (pair: number) =>
    take(api.POST('/api/v1/projects/{project_slug}/adjudications/', { params, body: { pair } })),
  );
}

const comparisonKey = (review: number, ...more: unknown[]) => ['reviews', review, 'comparison', ...more] as const;

/**
 * `state`: of the adjudication. Once it is submitted, the answer says who made the reviews; `names`: whoever may asks
 * for them before.
 */
export function useComparison(review: number, state: string, names: boolean) {
  return useQuery({
    queryKey: comparisonKey(review, state, names),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/adjudications/{id}/', {
          params: { path: { id: review }, query: names ? { names } : {} },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  });
}

/** `leaveOut`: go on without the reviews that are in progress again. */
export function useCompareAgain(review: number) {
  const params = { path: { id: review } };
  return useChange([comparisonKey(review)], (leaveOut: boolean) =>
    take(api.POST('/api/v1/adjudications/{id}/', { params, body: { leave_out: leaveOut } })),
  );
}
