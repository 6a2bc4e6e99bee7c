/** The training round as admins see it: the pool with its answers, the rules, and how people did. */

import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer, Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

type Schemas = components['schemas'];
export type Training = Got<'Training'>;
export type TrainingRow = Training['rows'][number];
export type TrainedPerson = Training['people'][number];
export type Rules = Training['rules'];
export type OfferedRow = Answer<Schemas['OfferedRow']>;
export type WrittenRow = Schemas['WrittenRowRequest'];

const key = (slug: string) => ['training', slug] as const;
const path = (slug: string) => ({ path: { project_slug: slug } });
/** What is gold, and what the queue gives, depends on it. */
const dependent = (slug: string) => [key(slug), ['projects', slug], ['queue', slug], ['test-sets']];

export const useTraining = (slug: string, enabled: boolean) =>
  useGet([...key(slug), 'pool'], '/api/v1/projects/{project_slug}/training/', path(slug), { enabled });

export const useOffered = (slug: string) =>
  useGet([...key(slug), 'offered'], '/api/v1/projects/{project_slug}/training/offered/', path(slug));

/** What taking these rows would do to gold. */
export function useForeseen(slug: string, rows: readonly string[]) {
  return useQuery({
    queryKey: [...key(slug), 'foreseen', rows],
    queryFn: () =>
      take(
        api.POST('/api/v1/projects/{project_slug}/training/foreseen/', {
          params: path(slug),
          body: { rows: [...rows] },
        }),
      ),
    enabled: rows.length > 0,
    staleTime: 0,
  });
}

export const useTake = (slug: string) =>
  useChange(dependent(slug), (rows: readonly string[]) =>
    take(api.POST('/api/v1/projects/{project_slug}/training/take/', { params: path(slug), body: { rows: [...rows] } })),
  );

export const useWrite = (slug: string) =>
  useChange(dependent(slug), (body: WrittenRow) =>
    take(api.POST('/api/v1/projects/{project_slug}/training/write/', { params: path(slug), body })),
  );

export const useSetRules = (slug: string) =>
  useChange(dependent(slug), (body: Rules) =>
    take(api.PUT('/api/v1/projects/{project_slug}/training/', { params: path(slug), body })),
  );

export const useChangeRow = (slug: string) =>
  useChange(dependent(slug), ({ id, ...body }: { id: number } & Schemas['PatchedTrainingRowChangeRequest']) =>
    take(
      api.PATCH('/api/v1/projects/{project_slug}/training/rows/{id}/', {
        params: { path: { project_slug: slug, id } },
        body,
      }),
    ),
  );

export const useRemoveRow = (slug: string) =>
  useChange(dependent(slug), (id: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/training/rows/{id}/', {
      params: { path: { project_slug: slug, id } },
    }),
  );

export const useDecide = (slug: string) =>
  useChange(dependent(slug), (body: Schemas['TrainingDecisionRequest']) =>
    take(api.POST('/api/v1/projects/{project_slug}/training/decide/', { params: path(slug), body })),
  );
