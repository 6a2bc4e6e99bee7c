import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import { everyPage } from './everyPage';
import type { Document, DocumentKind } from './types';
import { useGet } from './useGet';
import { useUpload } from './useUpload';

/** One page of a project's documents. */
export function useDocumentPage(query: { project: string; search?: string; page: number; page_size: number }) {
  return useGet(
    ['documents', 'of', query.project, 'page', query],
    '/api/v1/documents/',
    { query },
    {
      placeholderData: keepPreviousData,
    },
  );
}

/** All documents of a project. */
export function useDocuments(project: string, kind?: DocumentKind) {
  return useQuery({
    queryKey: ['documents', 'of', project, kind ?? 'all'],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        take(api.GET('/api/v1/documents/', { params: { query: { project, kind, ...page } }, signal })),
      ),
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
  return useGet(
    ['documents', id, 'units'],
    '/api/v1/documents/{id}/units/',
    { path: { id } },
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}

/** Corrects what a document is called, its language and its kind; its text never changes. */
export function useCorrectDocument(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { title: string; language: string; kind?: DocumentKind }) =>
      take(api.PATCH('/api/v1/documents/{id}/', { params: { path: { id } }, body })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['documents', id], exact: true }),
        client.invalidateQueries({ queryKey: ['documents', 'of'] }),
        client.invalidateQueries({ queryKey: ['pairs'] }),
        // The engines depend on kind and language.
        client.invalidateQueries({ queryKey: ['engines'] }),
      ]),
  });
}

/** Removes a document. The server refuses where a pair holds it. */
export function useRemoveDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/documents/{id}/', { params: { path: { id } } }),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: ['documents', id] });
      for (const queryKey of [['documents', 'of'], ['projects']]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    },
  });
}

export const sourceFileUrl = (id: number) => `/api/v1/documents/${id}/source/`;

/** What a document's recording is changes; the answer is the document as it now is. */
function useMediaMutation<Given>(id: number, act: (argument: Given) => Promise<Document>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (document) => client.setQueryData(['documents', id], document),
  });
}

const mediaAddress = (id: number) => `/api/v1/documents/${id}/media/`;

/** Uploads a recording. */
export function useUploadMedia(id: number) {
  const client = useQueryClient();
  return useUpload<Document>(mediaAddress(id), 'file', (document) => client.setQueryData(['documents', id], document));
}

export const useSetMediaAddress = (id: number) =>
  useMediaMutation(
    id,
    (url: string) =>
      take(
        api.POST('/api/v1/documents/{id}/media/', { params: { path: { id } }, body: { url } }),
      ) as Promise<unknown> as Promise<Document>,
  );

export const useRemoveMedia = (id: number) =>
  useMediaMutation(
    id,
    () =>
      take(
        api.DELETE('/api/v1/documents/{id}/media/', { params: { path: { id } } }),
      ) as Promise<unknown> as Promise<Document>,
  );
