/** Probes of reviews: hidden proposals and planted errors. Only admins may ask. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';

export type ProbePolicy = components['schemas']['ProbePolicy'];
export type ProbedPerson = components['schemas']['ProbedPerson'];

const key = (project: string) => ['probes', project] as const;
const path = (project: string) => ({ params: { path: { project_slug: project } } });

export function useProbePolicy(project: string) {
  return useQuery({
    queryKey: [...key(project), 'policy'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/probe-policy/', { ...path(project), signal })),
  });
}

export function useSetProbePolicy(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { blind_share: number; planted_share: number }) =>
      take(api.PUT('/api/v1/projects/{project_slug}/probe-policy/', { ...path(project), body })),
    onSuccess: (policy) => client.setQueryData([...key(project), 'policy'], policy),
  });
}

/** What each annotator made of the probes; asked again soon while a worker is counting. */
export function useProbes(project: string) {
  return useQuery({
    queryKey: key(project),
    queryFn: ({ signal }) => take(api.GET('/api/v1/projects/{project_slug}/probes/', { ...path(project), signal })),
    refetchInterval: ({ state }) => (state.data && !state.data.is_current ? 2_000 : 60_000),
  });
}

export function useMissedErrors(project: string, annotator: number) {
  return useQuery({
    queryKey: [...key(project), 'missed', annotator],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/probes/{annotator}/', {
          params: { path: { project_slug: project, annotator } },
          signal,
        }),
      ),
  });
}
