import { api, take } from './client';
import { largestPage } from './everyPage';
import type { Ratings } from './types';
import { useChange } from './useChange';
import { useGet } from './useGet';

const key = ['invitations'] as const;

/** Author links of a project, or of one of its pairs; `enabled` for those who may see them. */
export const useInvitations = (of: { project: string; pair?: number }, enabled: boolean) =>
  useGet([...key, 'list', of], '/api/v1/invitations/', { query: { ...of, page_size: largestPage } }, { enabled });

/** Mean, deviation and distribution of the ratings that count: sent by the author, the link not closed by hand. */
export const useRatings = (project: string) =>
  useGet([...key, 'ratings', project], '/api/v1/invitations/ratings/', { query: { project } });

/** Whether too few people gave the answers, or too few scores were given, for a share or a mean to be shown. */
export const areFew = ({ n_people, scores, few }: Ratings) => ({
  answers: n_people < few,
  scores: scores.reduce((sum, n) => sum + n, 0) < few,
});

/** Changes a link. A corrected address gets the invitation. */
export const useChangeInvitation = () =>
  useChange(
    [key, ['pairs']],
    ({ id, ...body }: { id: number; closes_at?: string; revoked?: boolean; new_email?: string }) =>
      take(api.PATCH('/api/v1/invitations/{id}/', { params: { path: { id } }, body })),
  );

/** Deletes a link. The server refuses while it has answers. */
export const useDeleteInvitation = () =>
  useChange([key, ['pairs']], (id: number) => api.DELETE('/api/v1/invitations/{id}/', { params: { path: { id } } }));
