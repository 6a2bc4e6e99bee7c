import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import type { Document, DocumentKind } from './types';

export function useDocuments(project: string, kind?: DocumentKind) {
  return useQuery({
    queryKey: ['documents', 'of', project, kind ?? 'all'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/documents/', { params: { query: { project, kind, page_size: 200 } }, signal })),
  });
}

export function useDocument(id: number) {
  return useQuery({
    queryKey: ['documents', id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/documents/{id}/', { params: { path: { id } }, signal })).then(
        // Free-form in the schema; an object and a list.
        (document) => document as Document,
      ),
  });
}

/** The text of a document. Imported text never changes, so it is asked for once. */
export function useUnits(id: number) {
  return useQuery({
    queryKey: ['documents', id, 'units'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/documents/{id}/units/', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const sourceFileUrl = (id: number) => `/api/v1/documents/${id}/source/`;
