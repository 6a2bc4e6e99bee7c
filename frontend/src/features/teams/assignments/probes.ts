/** Probes of reviews: hidden proposals and planted errors. Only admins may ask. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import { useGet } from '@/api/useGet';

export type ProbePolicy = components['schemas']['ProbePolicy'];

const key = (project: string) => ['probes', project] as const;
const path = (project: string) => ({ path: { project_slug: project } });

export const useProbePolicy = (project: string) =>
  useGet([...key(project), 'policy'], '/api/v1/projects/{project_slug}/probe-policy/', path(project));

export function useSetProbePolicy(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { blind_share: number; planted_share: number }) =>
      take(api.PUT('/api/v1/projects/{project_slug}/probe-policy/', { params: path(project), body })),
    onSuccess: (policy) => client.setQueryData([...key(project), 'policy'], policy),
  });
}
