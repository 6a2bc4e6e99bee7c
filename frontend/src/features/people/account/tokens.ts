import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { paths } from '@/api/schema';
import { useChange } from '@/api/useChange';

const key = ['tokens'] as const;

export type NewToken = paths['/api/v1/tokens/']['post']['requestBody']['content']['application/json'];

/** My tokens for scripts that have not expired. */
export function useTokens() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => take(api.GET('/api/v1/tokens/', { signal })) });
}

/** Makes a token. Its answer is the only place that ever holds the token itself. */
export function useMakeToken() {
  return useChange([key], (body: NewToken) => take(api.POST('/api/v1/tokens/', { body })));
}

export function useRevokeToken() {
  return useChange([key], (id: string) => api.DELETE('/api/v1/tokens/{id}/', { params: { path: { id } } }));
}
