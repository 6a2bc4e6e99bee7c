import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import { useChange } from './useChange';

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

const changing = [invitationsKey, ['pairs']];

export function useChangeInvitation() {
  return useChange(changing, ({ id, ...body }: { id: number; closes_at?: string; revoked?: boolean }) =>
    take(api.PATCH('/api/v1/invitations/{id}/', { params: { path: { id } }, body })),
  );
}

/** Deletes a link. The server refuses while it has answers. */
export function useDeleteInvitation() {
  return useChange(changing, (id: number) => api.DELETE('/api/v1/invitations/{id}/', { params: { path: { id } } }));
}
