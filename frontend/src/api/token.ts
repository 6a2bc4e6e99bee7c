import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';

const key = ['token'] as const;

/** My token for scripts, null when there is none. */
export function useToken() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => take(api.GET('/api/v1/token/', { signal })) });
}

/** Makes a token, in the place of the one there is. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.POST('/api/v1/token/')),
    onSuccess: (token) => client.setQueryData(key, token),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE('/api/v1/token/'),
    onSuccess: () => client.setQueryData(key, { token: null }),
  });
}
