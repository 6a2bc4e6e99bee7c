import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';

export type VectorSet = Answer<components['schemas']['VectorSet']>;

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

export function isUnderWay(set: VectorSet): boolean {
  return set.state === 'queued' || set.state === 'running';
}

/** All sets; asked again every second while one of them is being made. */
export function useVectors() {
  return useQuery({
    queryKey: vectorsKey,
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/vectors/', { params: { query: { page_size: 200 } }, signal })).then((page) => page.results),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1_000 : false),
  });
}

/** A file goes as multipart, which the schema can only call a string. */
function bodyOf(given: NewVectors): never {
  if (!('file' in given)) return given as never;
  const data = new FormData();
  for (const [name, value] of Object.entries(given)) data.append(name, value as string | File);
  return data as never;
}

function useVectorsMutation<Variables>(act: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: vectorsKey }),
        client.invalidateQueries({ queryKey: ['engines'] }),
      ]),
  });
}

export const useAddVectors = () =>
  useVectorsMutation((given: NewVectors) => take(api.POST('/api/v1/vectors/', { body: bodyOf(given) })));

export const useSetDefaultVectors = () =>
  useVectorsMutation(({ id, is_default }: { id: number; is_default: boolean }) =>
    take(api.PATCH('/api/v1/vectors/{id}/', { params: { path: { id } }, body: { is_default } })),
  );

export const useDeleteVectors = () =>
  useVectorsMutation((id: number) => api.DELETE('/api/v1/vectors/{id}/', { params: { path: { id } } }));
