import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { afterwards } from './afterwards';

/** A change that makes all answers under some keys stale. */
export function useChange<Given = void, Got = unknown>(
  keys: readonly QueryKey[],
  mutationFn: (argument: Given) => Promise<Got>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: afterwards(() => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))),
  });
}
