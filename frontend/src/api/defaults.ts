import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';

/** The values that the server uses where a request gives none; forms begin with them. They change with a release only. */
export function useDefaults() {
  return useQuery({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/defaults/', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
