import { useGet } from './useGet';

/** The values that the server uses where a request gives none; forms begin with them. They change with a release only. */
export function useDefaults() {
  return useGet(
    ['defaults'],
    '/api/v1/defaults/',
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}
