/** Versions of a project's guidelines, the draft, and how often labels are used. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import { type Guidelines, guidelinesKey as keyOf } from '@/api/guidelines';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';

type Schemas = components['schemas'];
export type GuidelinesVersion = Guidelines['versions'][number];
export type WholeVersion = Answer<Schemas['WholeVersion']>;
export type Label = WholeVersion['labels'][number];
export type LabelUsage = Readonly<Record<string, Readonly<Record<string, number>>>>;
/** What somebody else has saved meanwhile. */
export type DraftThere = Answer<Schemas['DraftThere']>;

const pathOf = (slug: string) => ({ path: { project_slug: slug } });

/** A version with its text. A published one never changes. */
export function useGuidelinesVersion(slug: string, number: number | null, isPublished = true) {
  return useQuery({
    queryKey: [...keyOf(slug), number],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/guidelines/{number}/', {
          params: { path: { project_slug: slug, number: number ?? 0 } },
          signal,
        }),
      ),
    enabled: number !== null,
    staleTime: isPublished ? Number.POSITIVE_INFINITY : 0,
  });
}

export function useLabelUsage(slug: string) {
  return useQuery({
    queryKey: [...keyOf(slug), 'usage'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/guidelines/usage/', { params: pathOf(slug), signal })),
  });
}

/** What a first draft can start from. */
export function useTemplate(slug: string) {
  return useMutation({
    mutationFn: () => take(api.GET('/api/v1/projects/{project_slug}/guidelines/template/', { params: pathOf(slug) })),
  });
}

export interface DraftValues {
  text: string;
  labels: Label[];
  revision: number | null;
}

export function useSaveDraft(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DraftValues) =>
      take(api.PUT('/api/v1/projects/{project_slug}/guidelines/draft/', { params: pathOf(slug), body })),
    onSuccess: (draft) => {
      client.setQueryData([...keyOf(slug), draft.number], draft);
      return client.invalidateQueries({ queryKey: keyOf(slug), exact: true });
    },
  });
}

export function useDiscardDraft(slug: string) {
  return useChange([keyOf(slug)], (revision: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/guidelines/draft/', {
      params: { ...pathOf(slug), query: { revision } },
    }),
  );
}

export function usePublish(slug: string) {
  return useChange([keyOf(slug), ['reviews']], (body: { revision: number; note: string; move_reviews: boolean }) =>
    take(api.POST('/api/v1/projects/{project_slug}/guidelines/draft/publish/', { params: pathOf(slug), body })),
  );
}

/** The draft as somebody else saved it, where that is why saving was refused. */
export function draftThere(error: unknown): (DraftThere & { savedBy: string }) | null {
  if (!(error instanceof ApiError) || error.code !== 'draft_changed') return null;
  const { draft, saved_by } = error.body as { draft: DraftThere; saved_by: string };
  return { ...draft, savedBy: saved_by };
}
