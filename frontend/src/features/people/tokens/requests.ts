import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { paths } from '@/api/schema';

const key = ['tokens'] as const;

export type NewToken = paths['/api/v1/tokens/']['post']['requestBody']['content']['application/json'];

/** My tokens for scripts that have not expired. */
export function useTokens() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => take(api.GET('/api/v1/tokens/', { signal })) });
}

/** Makes a token. Its answer is the only place that ever holds the token itself. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewToken) => take(api.POST('/api/v1/tokens/', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/v1/tokens/{id}/', { params: { path: { id } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}
