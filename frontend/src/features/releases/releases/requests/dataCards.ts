import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

type Schemas = components['schemas'];
export type DataCard = Answer<Schemas['DataCard']>;

const key = ['data-card'] as const;

export function useDataCard(testSet: number) {
  return useQuery({
    queryKey: [...key, testSet],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/data-cards/{test_set}/', { params: { path: { test_set: testSet } }, signal }),
      ) as Promise<DataCard>,
  });
}

export function useWriteDataCard(testSet: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DataCardChangeRequest']) =>
      take(
        api.PUT('/api/v1/data-cards/{test_set}/', { params: { path: { test_set: testSet } }, body }),
      ) as Promise<DataCard>,
    onSuccess: (card) => client.setQueryData([...key, testSet], card),
  });
}
