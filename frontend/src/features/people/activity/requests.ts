import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components, paths } from '@/api/schema';
import type { Answer } from '@/api/types';

export type ActivityEntry = Omit<Answer<components['schemas']['ActivityEntry']>, 'facts'> & {
  facts: Record<string, unknown>;
};
export type ActivityFilter = Omit<
  NonNullable<paths['/api/v1/projects/{project_slug}/activity/']['get']['parameters']['query']>,
  'cursor' | 'page_size'
>;

/** The activity log of a project, the newest first; each page says where the next one goes on. */
export function useActivity(slug: string, filter: ActivityFilter) {
  return useInfiniteQuery({
    queryKey: ['activity', slug, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/activity/', {
          params: { path: { project_slug: slug }, query: { ...filter, cursor: pageParam || undefined } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
  });
}

/** The address of a file of what the filter finds. */
export function activityFile(slug: string, filter: ActivityFilter, format: 'csv' | 'jsonl'): string {
  const query = new URLSearchParams({ file_format: format });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return `/api/v1/projects/${slug}/activity/export/?${query}`;
}
