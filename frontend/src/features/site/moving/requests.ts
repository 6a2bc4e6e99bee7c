import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, take } from '@/api/client';
import { projectsKey } from '@/api/projects';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useUpload } from '@/api/useUpload';
import { isLive } from '@/api/work';

export type Exports = Got<'Exports'>;
export type Export = Got<'Export'>;
export type ProjectImport = Got<'ProjectImport'>;
export type People = Export['people'];

const exportsKey = (slug: string) => [...projectsKey, slug, 'exports'] as const;
const importsKey = ['project-imports'] as const;

/** The archives of a project; asked again every second while one is being made. */
export function useExports(slug: string) {
  return useQuery({
    queryKey: exportsKey(slug),
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/exports/', { params: { path: { project_slug: slug } }, signal })),
    refetchInterval: ({ state }) => (state.data?.exports.some(isLive) ? 1_000 : false),
  });
}

export const useExport = (slug: string) =>
  useChange([exportsKey(slug)], (body: { people: People; with_recordings: boolean }) =>
    take(api.POST('/api/v1/projects/{project_slug}/exports/', { params: { path: { project_slug: slug } }, body })),
  );

export const useRemoveExport = (slug: string) =>
  useChange([exportsKey(slug)], (id: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/exports/{id}/', { params: { path: { project_slug: slug, id } } }),
  );

/** The state of an import in which a worker is at it, or is about to be. */
export const isAtWork = (made: ProjectImport | undefined) => made?.state === 'checking' || made?.state === 'importing';

export function useProjectImport(id: number | null) {
  return useQuery({
    queryKey: [...importsKey, id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/project-imports/{id}/', { params: { path: { id: id ?? 0 } }, signal })),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 1_000 : false),
  });
}

export const useBringArchive = (onSuccess: (made: ProjectImport) => void) =>
  useUpload<ProjectImport>('/api/v1/project-imports/', 'file', onSuccess);

export interface Choice {
  person: number;
  account: number | null;
}

export const useCommitImport = (id: number) =>
  useChange([importsKey, projectsKey], (body: { name: string; accounts: Choice[] }) =>
    take(api.POST('/api/v1/project-imports/{id}/commit/', { params: { path: { id } }, body })),
  );

export type ForeseenErasure = Got<'ForeseenErasure'>;
export type Erasure = Got<'Erasure'>;

const erasuresKey = (slug: string) => [...projectsKey, slug, 'erasures'] as const;

/** What was erased, and what is being erased, asked again every second. Once it is, nothing is shown that was known before. */
export function useErasures(slug: string) {
  const client = useQueryClient();
  const wasLive = useRef(false);
  const query = useQuery({
    queryKey: erasuresKey(slug),
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/erasures/', { params: { path: { project_slug: slug } }, signal })),
    refetchInterval: ({ state }) => (state.data?.erasures.some(isLive) ? 1_000 : false),
  });
  const areLive = query.data?.erasures.some(isLive) ?? false;
  useEffect(() => {
    if (wasLive.current && !areLive) {
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries();
    }
    wasLive.current = areLive;
  }, [client, areLive]);
  return query;
}

/** What would go with a speaker's texts or with a talk. */
export const useForeseenErasure = (slug: string) =>
  useMutation({
    mutationFn: (named: string) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/erasures/foreseen/', {
          params: { path: { project_slug: slug }, query: { named } },
        }),
      ),
  });

export const useErase = (slug: string) =>
  useChange([erasuresKey(slug)], (body: { named: string; reason: string; typed: string; stamp: string }) =>
    take(api.POST('/api/v1/projects/{project_slug}/erasures/', { params: { path: { project_slug: slug } }, body })),
  );

export function useDiscardImport() {
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/project-imports/{id}/', { params: { path: { id } } }),
  });
}
