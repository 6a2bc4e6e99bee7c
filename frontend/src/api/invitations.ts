import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';

const invitationsKey = ['invitations'] as const;

/** Author links of a project, or of one of its pairs; `enabled` for those who may see them. */
export function useInvitations(of: { project: string; pair?: number }, enabled: boolean) {
  return useQuery({
    queryKey: [...invitationsKey, 'list', of],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/invitations/', { params: { query: { ...of, page_size: 200 } }, signal })),
    enabled,
  });
}

/** Mean, deviation and distribution of the ratings that count: sent by the author, the link not closed by hand. */
export function useRatings(of: { project: string; pair?: number }, enabled: boolean) {
  return useQuery({
    queryKey: [...invitationsKey, 'ratings', of],
    queryFn: ({ signal }) => take(api.GET('/api/v1/invitations/ratings/', { params: { query: of }, signal })),
    enabled,
  });
}

export function useChangeInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; closes_at?: string; revoked?: boolean }) =>
      take(api.PATCH('/api/v1/invitations/{id}/', { params: { path: { id } }, body })),
    onSuccess: () => refresh(client),
  });
}

/** Deletes a link. The server refuses while it has answers. */
export function useDeleteInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/invitations/{id}/', { params: { path: { id } } }),
    onSuccess: () => refresh(client),
  });
}

function refresh(client: ReturnType<typeof useQueryClient>) {
  return Promise.all([
    client.invalidateQueries({ queryKey: invitationsKey }),
    client.invalidateQueries({ queryKey: ['pairs'] }),
  ]);
}
