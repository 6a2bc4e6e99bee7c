import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterwards } from './afterwards';
import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';

type Schemas = components['schemas'];
export type OpenReleasePage = Answer<Schemas['OpenReleasePage']>;
export type PublishReleaseRequest = Schemas['PublishReleaseRequest'];

const key = ['release-page'] as const;

/** The page of a release that needs no account, as its project sees it: open or not, where, and what it shows. */
export function useReleasePage(id: number) {
  return useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/releases/{id}/page/', { params: { path: { id } }, signal })) as Promise<OpenReleasePage>,
  });
}

export function usePublishRelease(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PublishReleaseRequest) =>
      take(api.PUT('/api/v1/releases/{id}/page/', { params: { path: { id } }, body })),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: [...key, id] })),
  });
}

export function useUnpublishRelease(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.DELETE('/api/v1/releases/{id}/page/', { params: { path: { id } } })),
    onSettled: afterwards(() => client.invalidateQueries({ queryKey: [...key, id] })),
  });
}
