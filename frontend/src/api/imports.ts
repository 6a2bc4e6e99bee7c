import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import type { FileChange } from './imports.paths';
import type { ImportBatch, ImportLink } from './types';

const importKey = (id: number) => ['imports', id] as const;

export function useImport(id: number | null) {
  return useQuery({
    queryKey: importKey(id ?? 0),
    queryFn: ({ signal }) => take(api.GET('/api/v1/imports/{id}/', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'importing' ? 1_000 : false),
  });
}

/** Multipart is what openapi-fetch types worst, so the one cast of the API lives here. */
function form(files: File[], fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const file of files) data.append('files', file, file.name);
  return data;
}

/** Every verb of an import answers with the batch as it now is; it becomes what the page shows. */
function useBatchMutation<Variables>(act: (variables: Variables) => Promise<ImportBatch>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (batch) => client.setQueryData(importKey(batch.id), batch),
  });
}

export const useStageFiles = () =>
  useBatchMutation(({ project, files }: { project: string; files: File[] }) =>
    take(api.POST('/api/v1/imports/', { body: form(files, { project }) as never })),
  );

export const useAddFiles = () =>
  useBatchMutation(({ id, files }: { id: number; files: File[] }) =>
    take(api.POST('/api/v1/imports/{id}/files/', { params: { path: { id } }, body: form(files) as never })),
  );

export const useChangeFile = () =>
  useBatchMutation(({ id, file, ...body }: { id: number; file: number } & FileChange) =>
    take(api.PATCH('/api/v1/imports/{id}/files/{file}/', { params: { path: { id, file } }, body })),
  );

export const useSetLinks = () =>
  useBatchMutation(({ id, links }: { id: number; links: ImportLink[] }) =>
    take(api.PUT('/api/v1/imports/{id}/links/', { params: { path: { id } }, body: links })),
  );

export function useCommitImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => take(api.POST('/api/v1/imports/{id}/commit/', { params: { path: { id } } })),
    onSuccess: (batch: ImportBatch) => client.setQueryData(importKey(batch.id), batch),
  });
}

export function useDiscardImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/imports/{id}/', { params: { path: { id } } }),
    onSuccess: (_, id) => client.removeQueries({ queryKey: importKey(id) }),
  });
}
