/** Who reviews what in a project: the policy, the board of pairs and slots, what people have left, and bulk actions. */

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import type { components, operations } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

type Schemas = components['schemas'];

export type Policy = Answer<Schemas['AssignmentPolicy']>;
export type PolicyChange = Schemas['AssignmentPolicyRequest'];
export type QueueOrder = Policy['order'];
export type BoardState = Schemas['BoardState'];
export type BoardRow = Answer<Schemas['BoardRow']>;
export type BoardSlot = BoardRow['slots'][number];
export type BoardCounts = Answer<Schemas['BoardCounts']>;
export type StuckReview = Answer<Schemas['StuckReview']>;
export type Load = Answer<Schemas['Load']>;
export type BulkOutcome = Answer<Schemas['BulkOutcome']>;
export type BoardQuery = NonNullable<operations['projects_assignments_retrieve']['parameters']['query']>;
export type BoardOrder = NonNullable<BoardQuery['order']>;
/** The filters of the board; the server reads the same names in a bulk action. */
export type BoardFilter = Omit<BoardQuery, 'order' | 'after' | 'page_size'>;

/** The pairs that a bulk action is about. */
export type ChosenPairs = { pairs: number[] } | { all_matching: Record<string, string> };

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
const dependent = (project: string) => [keyOf(project), ['projects', project], ['queue', project], ['reviews', 'list']];

export const useSetPolicy = (project: string) =>
  useChange(dependent(project), (body: PolicyChange) =>
    take(api.PUT('/api/v1/projects/{project_slug}/assignment-policy/', { params: path(project), body })),
  );

export const useEndPolicy = (project: string) =>
  useChange(dependent(project), () =>
    api.DELETE('/api/v1/projects/{project_slug}/assignment-policy/', { params: path(project) }),
  );

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

export const useBoardCounts = (project: string, query: BoardFilter, enabled: boolean) =>
  useGet(
    [...keyOf(project), 'counts', query],
    '/api/v1/projects/{project_slug}/assignments/counts/',
    { ...path(project), query },
    { placeholderData: keepPreviousData, enabled },
  );

export const useBoardChoices = (project: string, enabled: boolean) =>
  useGet([...keyOf(project), 'choices'], '/api/v1/projects/{project_slug}/assignments/choices/', path(project), {
    enabled,
    staleTime: 300_000,
  });

export const useWorkload = (project: string, enabled: boolean) =>
  useGet([...keyOf(project), 'workload'], '/api/v1/projects/{project_slug}/assignments/workload/', path(project), {
    enabled,
  });

/** Work that nobody goes on with. */
export const useStuck = (project: string) =>
  useGet([...keyOf(project), 'stuck'], '/api/v1/projects/{project_slug}/assignments/stuck/', path(project));

/** What the newest versions of a pair's texts changed. */
export const useTextChanges = (pair: number) =>
  useGet(['pairs', pair, 'changes'], '/api/v1/pairs/{id}/text-changes/', { path: { id: pair } });

/** A bulk action on the board. */
export type Action =
  | ({ verb: 'assign'; people: number[]; spread: boolean } & ChosenPairs)
  | ({ verb: 'reassign'; to: number; of?: number; hand_over: boolean } & (ChosenPairs | { slots: number[] }))
  | ({ verb: 'withdraw'; of?: number } & (ChosenPairs | { slots: number[] }))
  | ({ verb: 'prioritise'; priority?: number; due_on?: string | null; reviews_needed?: number | null } & ChosenPairs)
  | { verb: 'unstick'; reviews: number[]; to: number | null }
  | { verb: 'undo'; change: number };

function act(project: string, { verb, ...action }: Action, preview = false): Promise<BulkOutcome> {
  // Each action has the fields of the request of its verb.
  const body = { ...action, ...(preview && { preview }) } as never;
  return take(api.POST(`/api/v1/projects/{project_slug}/assignments/${verb}/`, { params: path(project), body }));
}

export const useAct = (project: string) => useChange(dependent(project), (action: Action) => act(project, action));

/** The preview of an action. */
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
