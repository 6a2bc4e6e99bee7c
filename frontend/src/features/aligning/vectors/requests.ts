import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { largestPage } from '@/api/everyPage';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { isLive } from '@/api/work';

export type VectorSet = Got<'VectorSet'>;

interface Common {
  name: string;
  language: string;
}

/** Where a new set comes from: one of these. */
export type NewVectors = Common &
  ({ file: File } | { path: string } | { download: string } | ({ projects: string[] } & Training));

export interface Training {
  dimension: number;
  epochs: number;
  min_count: number;
}

const vectorsKey = ['vectors'] as const;

/** All sets; asked again every second while one of them is being made. */
export function useVectors() {
  return useQuery({
    queryKey: vectorsKey,
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/vectors/', { params: { query: { page_size: largestPage } }, signal })).then(
        (page) => page.results,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isLive) ? 1_000 : false),
  });
}

/** A file goes as multipart, which the schema can only call a string. */
function bodyOf(fields: NewVectors): never {
  if (!('file' in fields)) return fields as never;
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value as string | File);
  return data as never;
}

function useVectorsChange<Given>(act: (argument: Given) => Promise<unknown>) {
  return useChange([vectorsKey, ['engines']], act);
}

export const useAddVectors = () =>
  useVectorsChange((fields: NewVectors) => take(api.POST('/api/v1/vectors/', { body: bodyOf(fields) })));

export const useSetDefaultVectors = () =>
  useVectorsChange(({ id, is_default }: { id: number; is_default: boolean }) =>
    take(api.PATCH('/api/v1/vectors/{id}/', { params: { path: { id } }, body: { is_default } })),
  );

export const useDeleteVectors = () =>
  useVectorsChange((id: number) => api.DELETE('/api/v1/vectors/{id}/', { params: { path: { id } } }));
