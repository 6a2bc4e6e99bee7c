import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { operations } from '@/api/schema';
import type { GoldPreview } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

const key = ['test-sets'] as const;

export function useTestSets(project: string) {
  return useGet([...key, project], '/api/v1/test-sets/', { query: { project, page_size: 200 } });
}

export function useCreateTestSet() {
  return useChange([key], (body: { project: string; name: string; description?: string }) =>
    take(api.POST('/api/v1/test-sets/', { body })),
  );
}

export function useDeleteTestSet() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/test-sets/{id}/', { params: { path: { id } } }));
}

/** How many rows an export of all submitted reviews would hold. */
export function useGoldPreview(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key, slug, 'gold'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{slug}/gold/', { params: { path: { slug }, query: { preview: true } }, signal }),
        // The schema knows the file only; with `preview` the answer is its count.
      ) as unknown as Promise<GoldPreview>,
    enabled,
    refetchInterval: ({ state }) => (state.data?.n_rows === null ? 3000 : false),
  });
}

/** Whether a pair of the project is of slides and a talk, whose gold has a form of its own. */
export function useHasSlides(project: string): boolean {
  const query = { project, kind: 'slides_talk', page_size: 1 } as const;
  const withSlides = useGet(['pairs', project, 'has-slides'], '/api/v1/pairs/', { query }, { staleTime: 60_000 });
  return (withSlides.data?.count ?? 0) > 0;
}

type GoldQuery = NonNullable<operations['projects_gold_retrieve']['parameters']['query']>;
export type GoldFormat = NonNullable<GoldQuery['file_format']>;

export function goldUrl(slug: string, format: GoldFormat, testSet?: number): string {
  const query = new URLSearchParams({ file_format: format });
  if (testSet !== undefined) query.set('test_set', String(testSet));
  return `/api/v1/projects/${encodeURIComponent(slug)}/gold/?${query}`;
}
