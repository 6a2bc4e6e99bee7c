import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';

/** What I was asked in comments and nobody has resolved yet, the newest first. */
export function useMentions() {
  return useQuery({
    queryKey: ['mentions'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/comments/', { signal })),
    refetchInterval: 60_000,
  });
}
