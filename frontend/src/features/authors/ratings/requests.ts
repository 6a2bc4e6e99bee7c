import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

type Schemas = components['schemas'];
export type InvitationState = Schemas['InvitationState'];
export type ActVerb = Schemas['ActRequest']['verb'];
export type ActOutcome = Answer<Schemas['ActOutcome']>;

const key = ['invitations'] as const;
const path = (slug: string) => ({ path: { project_slug: slug } });

/** How often the list is asked for again while a worker has something of it to send. */
const whileSending = 2_000;

interface InvitationFilter {
  project: string;
  state?: InvitationState;
  search?: string;
  page: number;
  page_size: number;
}

export const useInvitationList = (query: InvitationFilter) =>
  useGet(
    [...key, 'list', query],
    '/api/v1/invitations/',
    { query },
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state }) =>
        state.data?.results.some((each) => each.state === 'waiting' && !each.send_error) ? whileSending : false,
    },
  );

export const useInvitation = (id: number) => useGet([...key, 'one', id], '/api/v1/invitations/{id}/', { path: { id } });

/** How many invitations are in each state. */
export const useInvitationStates = (slug: string, enabled: boolean) =>
  useGet([...key, 'states', slug], '/api/v1/projects/{project_slug}/authors/', path(slug), { enabled });

export const useActOnInvitations = (slug: string) =>
  useChange([key], (body: { verb: ActVerb; ids: number[]; closes_at?: string }) =>
    take(api.POST('/api/v1/projects/{project_slug}/authors/act/', { params: path(slug), body })),
  );

/** The address of a file with what authors answered. */
export const exportAddress = (slug: string, query: Record<string, string>) =>
  `/api/v1/projects/${slug}/authors/export/?${new URLSearchParams(query)}`;
