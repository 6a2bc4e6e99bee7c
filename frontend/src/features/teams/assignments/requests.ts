/** Who reviews what in a project: the policy, the board of pairs and slots, what people have left, and bulk actions. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import type { components, operations } from '@/api/schema';
import type { Answer } from '@/api/types';

type Schemas = components['schemas'];

export type Policy = Answer<Schemas['AssignmentPolicy']>;
export type PolicyChange = Schemas['AssignmentPolicyRequest'];
export type QueueOrder = Policy['order'];
export type BoardState = Schemas['BoardState'];
export type BoardRow = Answer<Schemas['BoardRow']>;
export type BoardSlot = BoardRow['slots'][number];
export type BoardCounts = Answer<Schemas['BoardCounts']>;
export type Load = Answer<Schemas['Load']>;
export type BulkOutcome = Answer<Schemas['BulkOutcome']>;
export type BoardQuery = NonNullable<operations['projects_assignments_retrieve']['parameters']['query']>;
export type BoardOrder = NonNullable<BoardQuery['order']>;
/** What narrows the board down; the server reads the same names in a bulk action. */
export type BoardFilter = Omit<BoardQuery, 'order' | 'after' | 'page_size'>;

/** The pairs that a bulk action is about. */
export type Chosen = { pairs: number[] } | { all_matching: Record<string, string> };

const keyOf = (project: string) => ['assignments', project] as const;
const path = (project: string) => ({ path: { project_slug: project } });
const pageSize = 100;

/** The policy; null where reviews are not assigned. */
export function usePolicy(project: string) {
  return useQuery({
    queryKey: [...keyOf(project), 'policy'],
    queryFn: async ({ signal }) => {
      try {
        return await take(
          api.GET('/api/v1/projects/{project_slug}/assignment-policy/', { params: path(project), signal }),
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** Everything that depends on who reviews what. */
function useRefresh(project: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [keyOf(project), ['projects', project], ['queue', project], ['reviews', 'list']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useSetPolicy(project: string) {
  const refresh = useRefresh(project);
  return useMutation({
    mutationFn: (body: PolicyChange) =>
      take(api.PUT('/api/v1/projects/{project_slug}/assignment-policy/', { params: path(project), body })),
    onSuccess: refresh,
  });
}

export function useEndPolicy(project: string) {
  const refresh = useRefresh(project);
  return useMutation({
    mutationFn: () => api.DELETE('/api/v1/projects/{project_slug}/assignment-policy/', { params: path(project) }),
    onSuccess: refresh,
  });
}

/** The board page by page; `fetchNextPage` for more. */
export function useBoard(project: string, filter: BoardFilter, order: BoardOrder) {
  return useInfiniteQuery({
    queryKey: [...keyOf(project), 'board', filter, order],
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/assignments/', {
          params: {
            ...path(project),
            query: { ...filter, order, page_size: pageSize, ...(pageParam ? { after: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

export function useBoardCounts(project: string, filter: BoardFilter, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf(project), 'counts', filter],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/assignments/counts/', {
          params: { ...path(project), query: filter },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useBoardChoices(project: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf(project), 'choices'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/assignments/choices/', { params: path(project), signal })),
    enabled,
    staleTime: 300_000,
  });
}

export function useWorkload(project: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf(project), 'workload'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/assignments/workload/', { params: path(project), signal })),
    enabled,
  });
}

/** A bulk action on the board. */
export type Action =
  | ({ verb: 'assign'; people: number[]; spread: boolean } & Chosen)
  | ({ verb: 'reassign'; to: number; of?: number; hand_over: boolean } & (Chosen | { slots: number[] }))
  | ({ verb: 'withdraw'; of?: number } & (Chosen | { slots: number[] }))
  | ({ verb: 'prioritise'; priority?: number; due_on?: string | null; reviews_needed?: number | null } & Chosen)
  | { verb: 'undo'; change: number };

async function act(project: string, { verb, ...body }: Action, preview = false): Promise<BulkOutcome> {
  const params = path(project);
  const more = preview ? { preview } : {};
  switch (verb) {
    case 'assign':
      return take(
        api.POST('/api/v1/projects/{project_slug}/assignments/assign/', {
          params,
          body: { ...(body as Schemas['AssignRequest']), ...more },
        }),
      );
    case 'reassign':
      return take(
        api.POST('/api/v1/projects/{project_slug}/assignments/reassign/', {
          params,
          body: { ...(body as Schemas['ReassignRequest']), ...more },
        }),
      );
    case 'withdraw':
      return take(
        api.POST('/api/v1/projects/{project_slug}/assignments/withdraw/', {
          params,
          body: body as Schemas['SlotsRequest'],
        }),
      );
    case 'prioritise':
      return take(
        api.POST('/api/v1/projects/{project_slug}/assignments/prioritise/', {
          params,
          body: body as Schemas['PriorityRequest'],
        }),
      );
    case 'undo':
      return take(
        api.POST('/api/v1/projects/{project_slug}/assignments/undo/', { params, body: body as Schemas['UndoRequest'] }),
      );
  }
}

export function useAct(project: string) {
  const refresh = useRefresh(project);
  return useMutation({ mutationFn: (action: Action) => act(project, action), onSettled: refresh });
}

/** What an action would do. */
export function usePreview(project: string, action: Action | null) {
  return useQuery({
    queryKey: [...keyOf(project), 'preview', action],
    queryFn: () => (action ? act(project, action, true) : null),
    enabled: action !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}
