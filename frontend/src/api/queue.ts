/** One's own queue in a project whose reviews are assigned: what to do now, what comes next, how far one is. */

import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';

export type Queue = Answer<components['schemas']['Queue']>;
export type QueueSlot = Queue['slots'][number];
export type EndedClaim = Queue['ended'][number];
export type Upcoming = Queue['upcoming'][number];
export type OwnProgress = Answer<components['schemas']['OwnProgress']>;

const queueKey = (project: string) => ['queue', project] as const;

const path = (project: string) => ({ path: { project_slug: project } });

export const useQueue = (project: string) =>
  useGet([...queueKey(project), 'slots'], '/api/v1/projects/{project_slug}/queue/', path(project), {
    staleTime: 0,
    refetchInterval: 60_000,
  });

export function useOwnProgress(project: string) {
  const minutes = -new Date().getTimezoneOffset();
  return useGet([...queueKey(project), 'progress', minutes], '/api/v1/projects/{project_slug}/queue/progress/', {
    ...path(project),
    query: { minutes },
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

/** Says which languages one reads; the queue then offers pairs in these. */
export const useOwnLanguages = (project: string) =>
  useChange([queueKey(project), ['projects', project]], (languages: string[]) =>
    take(api.PUT('/api/v1/projects/{project_slug}/queue/languages/', { params: path(project), body: { languages } })),
  );

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

export type OwnTraining = Answer<components['schemas']['OwnTraining']>;

/** How one stands in the training rounds. */
export const useOwnTraining = (project: string) =>
  useGet([...queueKey(project), 'training'], '/api/v1/projects/{project_slug}/training/own/', path(project), {
    staleTime: 0,
  });
