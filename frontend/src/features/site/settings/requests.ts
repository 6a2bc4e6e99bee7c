import { useMutation, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pairsKey } from '@/api/pairs';
import { projectsKey } from '@/api/projects';
import { useChange } from '@/api/useChange';

/** Suggests thresholds for the filters from reviewed rows; nothing is stored. */
export function useFitThresholds(slug: string) {
  return useMutation({
    mutationFn: () =>
      take(api.POST('/api/v1/projects/{slug}/fit-thresholds/', { params: { path: { slug } }, body: {} })),
  });
}

/** Stores a suggestion, named by its fingerprint; refused when it is out of date. */
export function useApplyThresholds(slug: string) {
  return useChange([[...projectsKey, slug], pairsKey], (fingerprint: string) =>
    take(
      api.POST('/api/v1/projects/{slug}/fit-thresholds/', { params: { path: { slug } }, body: { take: fingerprint } }),
    ),
  );
}

/** What goes with a project, and its archives: as on the page that makes them. */
export function useWhatGoes(slug: string) {
  return useQuery({
    queryKey: [...projectsKey, slug, 'exports'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/exports/', { params: { path: { project_slug: slug } }, signal })),
  });
}
