import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import { everyPage } from './everyPage';
import type { Project, Role, Schemas } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';
import { isLive } from './work';

export const projectsKey = ['projects'] as const;

export function useProjects() {
  return useQuery({
    queryKey: [...projectsKey, 'list'],
    queryFn: ({ signal }) =>
      everyPage((page) => take(api.GET('/api/v1/projects/', { params: { query: page }, signal }))).then(
        ({ results }) => results,
      ),
  });
}

const projectQuery = (slug: string) =>
  queryOptions({
    queryKey: [...projectsKey, slug],
    queryFn: ({ signal }) => take(api.GET('/api/v1/projects/{slug}/', { params: { path: { slug } }, signal })),
  });

export function useProject(slug: string) {
  return useQuery(projectQuery(slug));
}

/** Puts a project that was made or changed where pages find it. */
function useKeepProject() {
  const client = useQueryClient();
  return (project: Project) => {
    client.setQueryData(projectQuery(project.slug).queryKey, project);
    void client.invalidateQueries({ queryKey: [...projectsKey, 'list'] });
  };
}

export function useCreateProject() {
  const keep = useKeepProject();
  return useMutation({
    mutationFn: (body: { name: string; description?: string }) => take(api.POST('/api/v1/projects/', { body })),
    onSuccess: keep,
  });
}

export function useUpdateProject(slug: string) {
  const keep = useKeepProject();
  return useMutation({
    mutationFn: (body: Schemas['PatchedProjectRequest']) =>
      take(api.PATCH('/api/v1/projects/{slug}/', { params: { path: { slug } }, body })),
    onSuccess: keep,
  });
}

/** Deletes a project with everything in it. */
export function useRemoveProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slug: string) => api.DELETE('/api/v1/projects/{slug}/', { params: { path: { slug } } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [...projectsKey, 'list'], refetchType: 'none' });
    },
  });
}

/** Has the demo project made, with the caller as its admin, and asks how far it is until it is there. */
export function useAddDemo() {
  const key = [...projectsKey, 'demo'];
  const add = useChange([key], () => take(api.POST('/api/v1/projects/demo/')));
  const { data, error } = useGet(
    key,
    '/api/v1/projects/demo/progress/',
    {},
    { enabled: add.isSuccess, refetchInterval: ({ state }) => (isLive(state.data) ? 500 : false) },
  );
  return { ask: () => add.mutate(), asked: data ?? add.data, isPending: add.isPending, error: add.error ?? error };
}

/** How often figures are asked for again while their page is seen; mostly, the answer is that nothing is new. */
const figuresInterval = ({ state }: { state: { data?: { computed_at: string | null } | undefined } }) =>
  state.data?.computed_at === null ? 2_000 : 15_000;

/** How many pairs are at each stage, and what is stuck. */
export function useStages(slug: string) {
  return useGet(
    [...projectsKey, slug, 'stages'],
    '/api/v1/projects/{slug}/stages/',
    { path: { slug } },
    {
      refetchInterval: figuresInterval,
    },
  );
}

/** How good the engines' proposals were, and how far people agree; a worker computes it when reviews have changed. */
export function useQuality(slug: string, enabled: boolean) {
  return useGet(
    [...projectsKey, slug, 'quality'],
    '/api/v1/projects/{slug}/quality/',
    { path: { slug } },
    {
      enabled,
      refetchInterval: figuresInterval,
    },
  );
}

const membersKey = (slug: string) => [...projectsKey, slug, 'members'] as const;

export function useMembers(slug: string) {
  return useQuery({
    queryKey: membersKey(slug),
    queryFn: ({ signal }) =>
      everyPage((page) =>
        take(
          api.GET('/api/v1/projects/{project_slug}/members/', {
            params: { path: { project_slug: slug }, query: page },
            signal,
          }),
        ),
      ).then(({ results }) => results),
  });
}

interface NewMember {
  username: string;
  role: Role;
  name?: string;
  password?: string;
  languages?: string[];
}

export function useAddMember(slug: string) {
  return useChange([membersKey(slug)], (body: NewMember) =>
    take(api.POST('/api/v1/projects/{project_slug}/members/', { params: { path: { project_slug: slug } }, body })),
  );
}

/** Some of what an admin says of a member. */
interface MemberChange {
  id: number;
  role?: Role;
  languages?: string[];
}

export function useChangeMember(slug: string) {
  return useChange(
    [
      [...projectsKey, slug],
      ['assignments', slug],
    ],
    ({ id, ...body }: MemberChange) =>
      take(
        api.PATCH('/api/v1/projects/{project_slug}/members/{id}/', {
          params: { path: { project_slug: slug, id } },
          body,
        }),
      ),
  );
}
