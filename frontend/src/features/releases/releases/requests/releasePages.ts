import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';

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
  return useChange([[...key, id]], (body: PublishReleaseRequest) =>
    take(api.PUT('/api/v1/releases/{id}/page/', { params: { path: { id } }, body })),
  );
}

export function useUnpublishRelease(id: number) {
  return useChange([[...key, id]], () => take(api.DELETE('/api/v1/releases/{id}/page/', { params: { path: { id } } })));
}
