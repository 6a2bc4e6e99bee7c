/** One's own queue in a project whose reviews are assigned: what to do now, what comes next, how far one is. */

import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import type { Got } from './types';
import { useChange } from './useChange';

export type Queue = Got<'Queue'>;
export type QueueSlot = Queue['slots'][number];
export type EndedClaim = Queue['ended'][number];
export type Upcoming = Queue['upcoming'][number];
export type OwnProgress = Got<'OwnProgress'>;

const queueKey = (project: string) => ['queue', project] as const;

const path = (project: string) => ({ path: { project_slug: project } });

export function useQueue(project: string) {
  return useQuery({
    queryKey: [...queueKey(project), 'slots'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/projects/{project_slug}/queue/', { params: path(project), signal })),
    staleTime: 0,
    refetchInterval: 60_000,
  });
}

export function useOwnProgress(project: string) {
  const minutes = -new Date().getTimezoneOffset();
  return useQuery({
    queryKey: [...queueKey(project), 'progress', minutes],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/queue/progress/', {
          params: { ...path(project), query: { minutes } },
          signal,
        }),
      ),
  });
}

/** Claims the next pair; null if none is free. */
export function useClaimNext(project: string) {
  return useChange([queueKey(project)], async () => {
    const { data } = await api.POST('/api/v1/projects/{project_slug}/queue/next/', { params: path(project) });
    return (data as QueueSlot | undefined) || null;
  });
}

/** Claims a pair whose claim has ended, or that was given back. */
export function useClaim(project: string) {
  return useChange([queueKey(project)], (pair: number) =>
    take(api.POST('/api/v1/projects/{project_slug}/queue/claim/', { params: path(project), body: { pair } })),
  );
}

export function useSkip(project: string) {
  return useChange([queueKey(project)], ({ slot, reason }: { slot: number; reason: string }) =>
    api.POST('/api/v1/slots/{id}/skip/', { params: { path: { id: slot } }, body: { reason } }),
  );
}

export function useRelease(project: string) {
  return useChange([queueKey(project)], (slot: number) =>
    api.POST('/api/v1/slots/{id}/release/', { params: { path: { id: slot } } }),
  );
}
