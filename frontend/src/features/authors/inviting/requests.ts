import { useMutation, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

type Schemas = components['schemas'];
export type AuthorsAsked = Schemas['InviteAuthorsRequest'];
export type CheckedAuthors = Answer<Schemas['CheckedAuthors']>;
export type InvitedAuthors = Answer<Schemas['InvitedAuthors']>;
export type Wordings = Answer<Schemas['Wordings']>;

const key = ['invitations'] as const;
const of = (slug: string) => ({ path: { project_slug: slug } });

/** The texts of a project's e-mails and of what authors agree to. */
export const useWordings = (slug: string, language: AuthorsAsked['language']) =>
  useGet(
    [...key, 'wordings', slug, language],
    '/api/v1/projects/{project_slug}/authors/wordings/',
    { ...of(slug), query: { language } },
    { placeholderData: (before) => before },
  );

/** What inviting these would do, line by line; asked for anew whenever they change. */
export function useChecked(slug: string, request: AuthorsAsked) {
  return useQuery({
    queryKey: [...key, 'check', slug, request],
    queryFn: ({ signal }) =>
      take(api.POST('/api/v1/projects/{project_slug}/authors/check/', { params: of(slug), body: request, signal })),
    enabled: request.lines.length > 0,
    placeholderData: (before) => (request.lines.length > 0 ? before : undefined),
    gcTime: 10_000,
  });
}

/** Those whom papers name as their authors. */
export function useListedAuthors(slug: string) {
  return useMutation({
    mutationFn: () => take(api.GET('/api/v1/projects/{project_slug}/authors/listed/', { params: of(slug) })),
  });
}

export const useInviteAuthors = (slug: string) =>
  useChange([key, ['pairs']], (body: AuthorsAsked) =>
    take(api.POST('/api/v1/projects/{project_slug}/authors/invite/', { params: of(slug), body })),
  );
