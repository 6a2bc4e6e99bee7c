import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';

/** The server's and its workers' state; asked every second while somebody waits for a job. */
export function useHealth({ waiting = false }: { waiting?: boolean } = {}) {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => take(api.GET('/api/v1/health/', { signal })),
    refetchInterval: waiting ? 1_000 : 30_000,
  });
}
