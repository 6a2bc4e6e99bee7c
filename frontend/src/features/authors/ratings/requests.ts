import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterwards } from '@/api/afterwards';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

type Schemas = components['schemas'];
export type InvitationState = Schemas['InvitationState'];
export type ActVerb = Schemas['ActRequest']['verb'];
export type ActOutcome = Answer<Schemas['ActOutcome']>;

const key = ['invitations'] as const;
const of = (slug: string) => ({ path: { project_slug: slug } });

/** How often the list is asked for again while a worker has something of it to send. */
const whileSending = 2_000;

export interface InvitationFilter {
  project: string;
  state?: InvitationState;
  search?: string;
  page: number;
  page_size: number;
}

export function useInvitationList(filter: InvitationFilter) {
  return useQuery({
    queryKey: [...key, 'list', filter],
    queryFn: ({ signal }) => take(api.GET('/api/v1/invitations/', { params: { query: filter }, signal })),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.results.some((each) => each.state === 'waiting' && !each.send_error) ? whileSending : false,
  });
}

export function useInvitation(id: number) {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => take(api.GET('/api/v1/invitations/{id}/', { params: { path: { id } }, signal })),
  });
}

/** How many invitations are in each state. */
export function useInvitationStates(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key, 'states', slug],
    queryFn: ({ signal }) => take(api.GET('/api/v1/projects/{project_slug}/authors/', { params: of(slug), signal })),
    enabled,
  });
}

export function useActOnInvitations(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { verb: ActVerb; ids: number[]; closes_at?: string }) =>
      take(api.POST('/api/v1/projects/{project_slug}/authors/act/', { params: of(slug), body })),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: key })),
  });
}

export function useFixAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) =>
      take(api.PATCH('/api/v1/invitations/{id}/', { params: { path: { id } }, body: { new_email: email } })),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: key })),
  });
}

/** The address of a file with what authors answered. */
export const exportAddress = (slug: string, query: Record<string, string>) =>
  `/api/v1/projects/${slug}/authors/export/?${new URLSearchParams(query)}`;
