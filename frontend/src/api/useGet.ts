import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ClientPathsWithMethod, MethodResponse } from 'openapi-fetch';
import { api, take } from './client';
import type { paths } from './schema';
import type { Answer } from './types';

type Path = ClientPathsWithMethod<typeof api, 'get'>;
type Got<P extends Path> = Answer<MethodResponse<typeof api, 'get', P>>;
type Params<P extends Path> = Pick<paths[P]['get']['parameters'], 'path' | 'query'>;
type Options<P extends Path> = Omit<UseQueryOptions<Got<P>>, 'queryKey' | 'queryFn'>;

/** What an address answers, in the cache under a key. */
export function useGet<P extends Path>(queryKey: QueryKey, path: P, params: Params<P>, options?: Options<P>) {
  return useQuery<Got<P>>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => take(api.GET(path, { params, signal } as never)) as Promise<Got<P>>,
  });
}
