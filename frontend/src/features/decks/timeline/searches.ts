import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import { useUpload } from '@/api/useUpload';
import { isLive } from '@/api/work';

export type PageSearches = Got<'PageSearches'>;

const address = '/api/v1/pairs/{id}/page-search/';
const keyOf = (pair: number) => ['page-search', pair];

/** Whether a recording can be searched, and the newest search of it, asked for again while it is under way. */
export function usePageSearch(pair: number) {
  return useGet(
    keyOf(pair),
    address,
    { path: { id: pair } },
    {
      refetchInterval: ({ state }) => (isLive(state.data?.search) ? 1000 : false),
    },
  );
}

function useKeep(pair: number) {
  const client = useQueryClient();
  return (answer: PageSearches) => client.setQueryData(keyOf(pair), answer);
}

/** Sends a recording, a zip of frames, or frames, which are then searched. */
export function useSearchFiles(pair: number) {
  return useUpload<PageSearches>(address.replace('{id}', String(pair)), 'files', useKeep(pair));
}

/** Has the talk's own recording searched. */
export function useSearchRecording(pair: number) {
  return useMutation({
    mutationFn: () => take(api.POST(address, { params: { path: { id: pair } } })) as Promise<PageSearches>,
    onSuccess: useKeep(pair),
  });
}

/** Stops the search, or forgets how it ended. */
export function useRemoveSearch(pair: number) {
  return useMutation({
    mutationFn: () => take(api.DELETE(address, { params: { path: { id: pair } } })) as Promise<PageSearches>,
    onSuccess: useKeep(pair),
  });
}

/** Acts once a search that was seen under way is done; where it is cancelled, the one before it comes back. */
export function useWhenFound(search: PageSearches['search'] | undefined, act: () => void) {
  const watched = useRef<string | null>(null);
  const isDone = search?.state === 'done';
  const live = isLive(search);
  const asked = search?.created_at ?? null;
  useEffect(() => {
    if (isDone && watched.current === asked) act();
    watched.current = live ? asked : null;
  }, [live, isDone, asked, act]);
}
