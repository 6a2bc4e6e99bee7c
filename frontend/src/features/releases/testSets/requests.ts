import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { GoldPreview } from '@/api/types';

const key = ['test-sets'] as const;

export function useTestSets(project: string) {
  return useQuery({
    queryKey: [...key, project],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/test-sets/', { params: { query: { project, page_size: 200 } }, signal })),
  });
}

export function useCreateTestSet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { project: string; name: string; description?: string; reviews?: number[] }) =>
      take(api.POST('/api/v1/test-sets/', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteTestSet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/test-sets/{id}/', { params: { path: { id } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** How many rows an export would hold; of a test set, or of all submitted reviews. */
export function useGoldPreview(slug: string, { testSet, enabled }: { testSet?: number; enabled: boolean }) {
  return useQuery({
    queryKey: [...key, slug, 'gold', testSet ?? 'all'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{slug}/gold/', {
          params: { path: { slug }, query: { preview: true, test_set: testSet } },
          signal,
        }),
        // The schema knows the file only; with `preview` the answer is its count.
      ) as unknown as Promise<GoldPreview>,
    enabled,
  });
}

export function goldUrl(slug: string, format: 'tsv' | 'jsonl', testSet?: number): string {
  const query = new URLSearchParams({ file_format: format });
  if (testSet !== undefined) query.set('test_set', String(testSet));
  return `/api/v1/projects/${encodeURIComponent(slug)}/gold/?${query}`;
}
