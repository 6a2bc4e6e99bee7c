import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import { projectsKey } from '@/api/projects';
import { sessionKey } from '@/api/session';
import type { Role } from '@/api/types';
import { useChange } from '@/api/useChange';

const pendingKey = (slug: string) => [...projectsKey, slug, 'member-invitations'] as const;

/** How often the list is asked for again while a worker has something of it to send. */
const whileSending = 2_000;

/** Invitations that nobody has accepted or revoked; `enabled` for those who may see them. */
export function useMemberInvitations(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: pendingKey(slug),
    queryFn: ({ signal }) =>
      everyPage((page) =>
        take(
          api.GET('/api/v1/projects/{project_slug}/member-invitations/', {
            params: { path: { project_slug: slug }, query: page },
            signal,
          }),
        ),
      ).then(({ results }) => results),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.some((invitation) => invitation.is_waiting && !invitation.send_error) ? whileSending : false,
  });
}

const of = (slug: string, id: number) => ({ params: { path: { project_slug: slug, id } } });

export const useInvite = (slug: string) =>
  useChange([pendingKey(slug)], (body: { email: string; name: string; role: Role; languages: string[] }) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/member-invitations/', {
        params: { path: { project_slug: slug } },
        body,
      }),
    ),
  );

/** One person of a list. `line` is where they stand in it, for naming what is wrong. */
export type ListedPerson = Record<'name' | 'email' | 'role', string> & { line: number; languages?: string[] };

export const useInviteMany = (slug: string) =>
  useChange([pendingKey(slug)], (body: { people: ListedPerson[]; only_correct: boolean }) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/member-invitations/many/', {
        params: { path: { project_slug: slug } },
        body,
      }),
    ),
  );

export const useSendInvitation = (slug: string) =>
  useChange([pendingKey(slug)], (id: number) =>
    take(api.POST('/api/v1/projects/{project_slug}/member-invitations/{id}/send/', of(slug, id))),
  );

export const useRevokeInvitation = (slug: string) =>
  useChange([pendingKey(slug)], (id: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/member-invitations/{id}/', of(slug, id)),
  );

/** What an invitation says to whoever has its link. */
export function useJoinView(token: string) {
  return useQuery({
    queryKey: ['join', token],
    queryFn: ({ signal }) => take(api.GET('/api/v1/join/{token}/', { params: { path: { token } }, signal })),
  });
}

/** Accepts an invitation: with nothing, as whoever is signed in; else with a new account, which is signed in then. */
export function useJoin(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username?: string; name?: string; password?: string }) =>
      take(api.POST('/api/v1/join/{token}/', { params: { path: { token } }, body })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionKey }),
        client.invalidateQueries({ queryKey: projectsKey, refetchType: 'none' }),
      ]),
  });
}
