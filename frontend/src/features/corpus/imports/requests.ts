import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '@/api/client';
import type { FileChange, ImportBatch, Pairing } from '@/api/types';

const importsKey = ['imports'] as const;
const importKey = (id: number) => [...importsKey, id] as const;

/** Imports of a project that were not discarded, the newest first. */
export function useImports(project: string) {
  return useQuery({
    queryKey: [...importsKey, 'of', project],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/imports/', { params: { query: { project, page_size: 20 } }, signal })),
  });
}

export function useImport(id: number | null) {
  return useQuery({
    queryKey: importKey(id ?? 0),
    queryFn: ({ signal }) => take(api.GET('/api/v1/imports/{id}/', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== null,
  });
}

/** How far a worker is with a batch, asked every second; the batch itself, which may be large, once the worker is done. */
export function useImportProgress(batch: ImportBatch | undefined) {
  const client = useQueryClient();
  const id = batch?.id ?? 0;
  const progress = useQuery({
    queryKey: [...importKey(id), 'progress'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/imports/{id}/progress/', { params: { path: { id } }, signal })),
    enabled: isUnderWay(batch),
    refetchInterval: 1_000,
    gcTime: 0,
  });
  const ended = progress.data !== undefined && batch !== undefined && progress.data.state !== batch.state;
  useEffect(() => {
    if (ended && progress.dataUpdatedAt) void client.invalidateQueries({ queryKey: importKey(id), exact: true });
  }, [ended, progress.dataUpdatedAt, client, id]);
  return progress.data;
}

/** Every format that can be imported. */
export function useFormats() {
  return useQuery({
    queryKey: [...importsKey, 'formats'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/imports/formats/', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether a worker has the batch, or will have it. */
export const isUnderWay = (batch: ImportBatch | undefined) =>
  batch?.state === 'importing' || batch?.state === 'reading';

/** One file in full, for batches so large that they list their files without previews. */
export function useImportFile(batch: number, file: number, enabled: boolean) {
  return useQuery({
    queryKey: [...importKey(batch), 'files', file],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/imports/{id}/files/{file}/', { params: { path: { id: batch, file: String(file) } }, signal }),
      ),
    enabled,
  });
}

/** A multipart body. The schema can only describe its files as strings, so this casts. */
function form(name: string, files: File[], fields: Record<string, string | string[]> = {}): never {
  const data = new FormData();
  for (const [field, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(field, value);
  for (const file of files) data.append(name, file, file.name);
  return data as never;
}

/** A file and where it lies in the folder it came from; its name alone where it came by itself. */
export interface PlacedFile {
  file: File;
  path: string;
}

/** Multipart takes names without folders: paths go beside the files where they say more, or where they make a set. */
function placed(files: PlacedFile[], more: Record<string, string> = {}): never {
  // A person sees what the guess is, and can say otherwise, before anything is stored.
  const fields = { ...more, same_name: 'guess' };
  const paths = files.map(({ path }) => path);
  const matter = paths.some((path) => path.includes('/') || /^manifest\.(csv|tsv|json)$/i.test(path));
  return form(
    'files',
    files.map(({ file }) => file),
    matter ? { ...fields, paths } : fields,
  );
}

/** Every verb of an import answers with the batch as it now is; it becomes what the page shows. One follows another. */
function useBatchMutation<Variables>(act: (variables: Variables) => Promise<ImportBatch>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    scope: { id: 'import' },
    onSuccess: (batch) => {
      client.setQueryData(importKey(batch.id), batch);
      // The open file stays as it was until it is there anew, so that neither its tab nor its place is lost.
      void client.invalidateQueries({ queryKey: [...importKey(batch.id), 'files'] });
    },
  });
}

export const useStageFiles = () =>
  useBatchMutation(({ project, files }: { project: string; files: PlacedFile[] }) =>
    take(api.POST('/api/v1/imports/', { body: placed(files, { project }) })),
  );

export const useAddFiles = () =>
  useBatchMutation(({ id, files }: { id: number; files: PlacedFile[] }) =>
    take(api.POST('/api/v1/imports/{id}/files/', { params: { path: { id } }, body: placed(files) })),
  );

const at = (id: number, file: number) => ({ path: { id, file: String(file) } });

export const useChangeFile = () =>
  useBatchMutation(({ id, file, ...body }: { id: number; file: number } & FileChange) =>
    take(api.PATCH('/api/v1/imports/{id}/files/{file}/', { params: at(id, file), body })),
  );

/** Puts another file in the place of one that was found wanting. */
export const useReplaceFile = () =>
  useBatchMutation(({ id, file, by }: { id: number; file: number; by: File }) =>
    take(api.PUT('/api/v1/imports/{id}/files/{file}/', { params: at(id, file), body: form('file', [by]) })),
  );

export const useSetPairings = () =>
  useBatchMutation(({ id, pairings }: { id: number; pairings: Pairing[] }) =>
    take(api.PUT('/api/v1/imports/{id}/pairings/', { params: { path: { id } }, body: pairings })),
  );

export const useCommitImport = () =>
  useBatchMutation((id: number) => take(api.POST('/api/v1/imports/{id}/commit/', { params: { path: { id } } })));

export function useDiscardImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.DELETE('/api/v1/imports/{id}/', { params: { path: { id } } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: importKey(id) });
      return client.invalidateQueries({ queryKey: [...importsKey, 'of'] });
    },
  });
}
