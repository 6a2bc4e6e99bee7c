import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, api, take } from '@/api/client';
import { pairsKey } from '@/api/pairs';
import type { Got } from '@/api/types';

export type StoredTimeline = Got<'Timeline'>;
export type StoredStretch = StoredTimeline['stretches'][number];
type StretchBody = { page: number; start: number; end?: number | null; kind?: StoredStretch['kind'] };

const address = '/api/v1/pairs/{id}/timeline/';
const keyOf = (pair: number) => [...pairsKey, pair, 'timeline'];
const pathOf = (pair: number) => ({ path: { id: pair } });

/** The timeline of a pair, null where it has none. Asked for anew at each visit, as its page goes on from it. */
export function useTimeline(pair: number) {
  return useQuery({
    queryKey: keyOf(pair),
    queryFn: ({ signal }) =>
      take(api.GET(address, { params: pathOf(pair), signal })).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Shows a timeline as the pair's, null for none; the engines of the pair depend on whether it has one. */
export function useKeepTimeline(pair: number) {
  const client = useQueryClient();
  return useCallback(
    (timeline: StoredTimeline | null) => {
      client.setQueryData(keyOf(pair), timeline);
      return client.invalidateQueries({ queryKey: ['engines'] });
    },
    [client, pair],
  );
}

/** Stores stretches over the timeline of that version; null stands for none. */
export function useStoreStretches(pair: number) {
  const client = useQueryClient();
  const keep = useKeepTimeline(pair);
  return useMutation({
    mutationFn: ({ stretches, version }: { stretches: StretchBody[]; version: string | null }) =>
      take(api.PUT(address, { params: pathOf(pair), body: { stretches, changed_at: version } as never })),
    onSuccess: keep,
    // A newer version of its texts came meanwhile: the pair says which.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'superseded')
        void client.invalidateQueries({ queryKey: [...pairsKey, pair], exact: true });
    },
  });
}

export interface TimelineFile {
  file: File;
  /** Numbers of lines to leave out. */
  without: readonly number[];
}

function formOf({ file, without }: TimelineFile): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  for (const line of without) form.append('without_lines', String(line));
  return form;
}

/** What a file has, or what is wrong with it; the answer to an earlier version stays until there is the next. */
export function useReadFile(pair: number, file: TimelineFile | null, version: number) {
  return useQuery({
    queryKey: [...keyOf(pair), 'file', version],
    queryFn: async ({ signal }) => {
      const form = formOf(file as TimelineFile);
      form.append('preview', 'true');
      try {
        const timeline = await take(api.PUT(address, { params: pathOf(pair), body: form as never, signal }));
        return { timeline, faults: [] };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unreadable') return { timeline: null, faults: error.errors };
        throw error;
      }
    },
    enabled: file !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useStoreFile(pair: number) {
  const keep = useKeepTimeline(pair);
  return useMutation({
    mutationFn: ({ version, ...file }: TimelineFile & { version: string | null }) => {
      const form = formOf(file);
      form.append('changed_at', version ?? '');
      return take(api.PUT(address, { params: pathOf(pair), body: form as never }));
    },
    onSuccess: keep,
  });
}

export function useRemoveTimeline(pair: number) {
  const keep = useKeepTimeline(pair);
  return useMutation({
    mutationFn: () => api.DELETE(address, { params: pathOf(pair) }),
    onSuccess: () => keep(null),
  });
}

/** The timeline as somebody else saved it, null where they removed it; undefined where saving failed for another reason. */
export function timelineThere(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'timeline_changed') return undefined;
  const { timeline, saved_by } = error.body as Got<'TimelineConflict'>;
  return { timeline: timeline as Got<'TimelineThere'> | null, savedBy: saved_by };
}
