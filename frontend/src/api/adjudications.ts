/** Adjudications: the pairs of a project that have or need one, and what one compares. */

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import type { components } from './schema';

export type Comparison = components['schemas']['Comparison'];
export type Region = components['schemas']['Region'];
export type AdjudicationState = 'waiting' | 'open' | 'done';

export function useAdjudications(
  project: string,
  query: { state?: AdjudicationState; page?: number; page_size?: number },
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pair: number) =>
      take(
        api.POST('/api/v1/projects/{project_slug}/adjudications/', {
          params: { path: { project_slug: project } },
          body: { pair },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['adjudications'] }),
        client.invalidateQueries({ queryKey: ['pairs'] }),
      ]),
  });
}

const comparisonKey = (review: number, state: string) => ['reviews', review, 'comparison', state] as const;

/** `state`: of the adjudication. Once it is submitted, the answer says who made the reviews. */
export function useComparison(review: number, state: string) {
  return useQuery({
    queryKey: comparisonKey(review, state),
    queryFn: ({ signal }) => take(api.GET('/api/v1/adjudications/{id}/', { params: { path: { id: review } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  });
}

export function useCompareAgain(review: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.POST('/api/v1/adjudications/{id}/', { params: { path: { id: review } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['reviews', review, 'comparison'] }),
  });
}
