import { useGet } from './useGet';

/** The server's and its workers' state; asked every second while somebody waits for a job. */
export function useHealth({ waiting = false }: { waiting?: boolean } = {}) {
  return useGet(
    ['health'],
    '/api/v1/health/',
    {},
    {
      refetchInterval: waiting ? 1_000 : 30_000,
    },
  );
}
