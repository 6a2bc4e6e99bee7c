/** Short messages of admins to those who review: one's own on the queue, and all of a project for admins. */

import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';

export type Announcement = Answer<components['schemas']['Announcement']>;
export type WrittenAnnouncement = Answer<components['schemas']['WrittenAnnouncement']>;

const keyOf = (project: string) => ['announcements', project] as const;
const path = (project: string) => ({ path: { project_slug: project } });
const one = (project: string, id: number) => ({ path: { project_slug: project, id } });

/** What stands for oneself, the newest first. */
export const useAnnouncements = (project: string) =>
  useGet([...keyOf(project), 'own'], '/api/v1/projects/{project_slug}/announcements/', path(project), {
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const useCloseAnnouncement = (project: string) =>
  useChange([keyOf(project)], ({ id, revision }: Pick<Announcement, 'id' | 'revision'>) =>
    api.POST('/api/v1/projects/{project_slug}/announcements/{id}/close/', {
      params: one(project, id),
      body: { revision },
    }),
  );

/** What stands in the project, and who has seen it. Only admins may ask. */
export const useWrittenAnnouncements = (project: string, enabled: boolean) =>
  useGet([...keyOf(project), 'written'], '/api/v1/projects/{project_slug}/announcements/written/', path(project), {
    enabled,
    staleTime: 0,
  });

/** Writes one to everybody who reviews, or to one of them. */
export const useAnnounce = (project: string) =>
  useChange([keyOf(project)], (body: { text: string; to: number | null }) =>
    take(api.POST('/api/v1/projects/{project_slug}/announcements/', { params: path(project), body })),
  );

export const useReword = (project: string) =>
  useChange([keyOf(project)], ({ id, ...body }: { id: number; text: string; revision: number }) =>
    take(api.PATCH('/api/v1/projects/{project_slug}/announcements/{id}/', { params: one(project, id), body })),
  );

export const useWithdrawAnnouncement = (project: string) =>
  useChange([keyOf(project)], (id: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/announcements/{id}/', { params: one(project, id) }),
  );
