/** What becomes of the work of somebody who is removed. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useGet } from '@/api/useGet';

type Schemas = components['schemas'];
export type Leaving = Answer<Schemas['Leaving']>;
export type Removed = Answer<Schemas['Removed']>;
export type OpenWork = NonNullable<Schemas['RemovalRequest']['work']>;

const path = (project_slug: string, annotator: number) => ({ path: { project_slug, annotator } });

export const useLeaving = (project: string, person: number) =>
  useGet(
    ['projects', project, 'leaving', person],
    '/api/v1/projects/{project_slug}/people/{annotator}/leaving/',
    path(project, person),
    { staleTime: 0 },
  );

/**
 * Slots, reviews and members follow, so everything that is known of the project is asked again. `onDone` is called even
 * if that takes the component away that has asked, as it does the row of somebody who was removed.
 */
function useAct<T, R>(act: (body: T) => Promise<R>, onDone?: (result: R) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      onDone?.(result);
      return client.invalidateQueries();
    },
  });
}

export const useRemove = (project: string, person: number, onRemoved: (removed: Removed) => void) =>
  useAct(
    (body: Schemas['RemovalRequest']) =>
      take(
        api.POST('/api/v1/projects/{project_slug}/people/{annotator}/remove/', { params: path(project, person), body }),
      ),
    onRemoved,
  );

export const useTakeBack = (project: string) =>
  useAct((person: number) =>
    take(api.POST('/api/v1/projects/{project_slug}/people/{annotator}/take-back/', { params: path(project, person) })),
  );

export const usePauseInstead = (project: string, person: number) =>
  useAct((_: null) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/people/{annotator}/pause/', {
        params: path(project, person),
        body: { is_paused: true },
      }),
    ),
  );
