/** One person's work in a project. Only admins may ask. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import { useGet } from '@/api/useGet';

export type PersonWork = components['schemas']['PersonWork'];
export type PersonFigure = components['schemas']['PersonFigure'];

const path = (project_slug: string, person: number) => ({ path: { project_slug, annotator: person } });
const key = (project: string, person: number) => ['person', project, person] as const;

export const usePersonWork = (project: string, person: number) =>
  useGet(key(project, person), '/api/v1/projects/{project_slug}/people/{annotator}/', path(project, person));

export type OwnWork = components['schemas']['OwnWork'];

/** One's own pace and reviews. */
export const useOwnWork = (project: string) =>
  useGet(['person', project, 'own'], '/api/v1/projects/{project_slug}/people/own/', {
    path: { project_slug: project },
  });

/** Planted errors that the person submitted as they were planted. */
export const useMissedErrors = (project: string, person: number) =>
  useGet(
    [...key(project, person), 'missed'],
    '/api/v1/projects/{project_slug}/probes/{annotator}/',
    path(project, person),
  );

/** What setting aside would do, counted anew each time it is asked. */
export const useForeseen = (project: string, person: number) =>
  useGet(
    [...key(project, person), 'foreseen'],
    '/api/v1/projects/{project_slug}/people/{annotator}/foreseen/',
    path(project, person),
  );

/** Gold, agreement and slots follow, so everything that is known of the project is asked again. */
function useAct<T>(act: (body: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSuccess: () => client.invalidateQueries() });
}

export const usePause = (project: string, person: number) =>
  useAct((is_paused: boolean) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/people/{annotator}/pause/', {
        params: path(project, person),
        body: { is_paused },
      }),
    ),
  );

export const useSetAside = (project: string, person: number) =>
  useAct((body: { reason: string; pause: boolean; reopen_adjudications: boolean }) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/people/{annotator}/set-aside/', {
        params: path(project, person),
        body,
      }),
    ),
  );

export const useBringBack = (project: string, person: number) =>
  useAct((_: null) =>
    take(api.POST('/api/v1/projects/{project_slug}/people/{annotator}/bring-back/', { params: path(project, person) })),
  );
