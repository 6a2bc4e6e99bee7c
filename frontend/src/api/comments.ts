import { useGet } from './useGet';

/** What I was asked in comments and nobody has resolved yet, the newest first. */
export function useMentions() {
  return useGet(
    ['mentions'],
    '/api/v1/comments/',
    {},
    {
      refetchInterval: 60_000,
    },
  );
}
