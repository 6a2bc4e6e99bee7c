import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';

/** What the server uses where a request gives no value: the sentences of a summary, the days of an author's link. */
export function useDefaults() {
  return useQuery({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/defaults/', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
