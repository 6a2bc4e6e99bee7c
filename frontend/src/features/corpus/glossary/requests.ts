import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

export type GlossaryTerm = Answer<components['schemas']['Term']>;
export type TermValues = Pick<
  GlossaryTerm,
  'source' | 'source_language' | 'target_language' | 'targets' | 'forbidden' | 'note'
>;
export type TermsImport = Answer<components['schemas']['TermsImport']>;
export type PlannedTerm = TermsImport['new'][number];

const keyOf = (slug: string) => ['glossary', slug] as const;

/** One page of a project's terms. */
export function useTerms(slug: string, query: { search?: string; page: number; page_size: number }) {
  return useQuery({
    queryKey: [...keyOf(slug), query],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/glossary/', {
          params: { path: { project_slug: slug }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function useTermMutation<Variables, Result>(slug: string, act: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(slug) }),
  });
}

const path = (slug: string) => ({ path: { project_slug: slug } });

export const useAddTerm = (slug: string) =>
  useTermMutation(slug, (body: TermValues) =>
    take(api.POST('/api/v1/projects/{project_slug}/glossary/', { params: path(slug), body })),
  );

export const useChangeTerm = (slug: string) =>
  useTermMutation(slug, ({ id, ...body }: TermValues & { id: number }) =>
    take(
      api.PATCH('/api/v1/projects/{project_slug}/glossary/{id}/', {
        params: { path: { project_slug: slug, id } },
        body,
      }),
    ),
  );

export const useRemoveTerm = (slug: string) =>
  useTermMutation(slug, (id: number) =>
    api.DELETE('/api/v1/projects/{project_slug}/glossary/{id}/', { params: { path: { project_slug: slug, id } } }),
  );

export const useClearGlossary = (slug: string) =>
  useTermMutation(slug, () =>
    take(api.POST('/api/v1/projects/{project_slug}/glossary/clear/', { params: path(slug) })),
  );

export interface TermsFile {
  file: File;
  source_language: string;
  target_language: string;
  replace: boolean;
}

/** Imports a file of terms; with `preview`, tells what that would do. */
export const useImportTerms = (slug: string, preview: boolean) =>
  useTermMutation(slug, ({ file, replace, ...languages }: TermsFile) => {
    const form = new FormData();
    form.append('file', file, file.name);
    for (const [name, value] of Object.entries(languages)) if (value) form.append(name, value);
    form.append('replace', String(replace));
    form.append('preview', String(preview));
    // The schema can only describe the file as a string.
    const body = form as never;
    return take(api.POST('/api/v1/projects/{project_slug}/glossary/import/', { params: path(slug), body }));
  });

export function glossaryUrl(slug: string, format: 'tsv' | 'tbx'): string {
  return `/api/v1/projects/${encodeURIComponent(slug)}/glossary/export/?file_format=${format}`;
}
