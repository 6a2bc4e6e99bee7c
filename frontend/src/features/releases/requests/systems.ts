import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '@/api/client';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type System = Got<'System'>;
export type SystemDetail = Got<'SystemDetail'>;
export type SystemFigure = System['figures'][number];
export type SystemGroup = SystemDetail['by_talk'][number];
export type FigureComparison = Got<'SystemFigureComparison'>;

export type HeardSegment = Got<'HeardTalk'>['segments'][number];
export type HeardRun = HeardSegment['runs'][number];
/** Which segments of a talk: all, those with errors, or those with rare words. */
export type Only = '' | 'errors' | 'rare';

export interface SystemUpload {
  release: number;
  file: File;
  name: string;
  languages: string;
  split: string;
  /** Of outputs; links and texts that a file shows by itself have none. */
  kind?: 'recognition' | 'synthesis' | 'translation';
  normaliser?: string;
}

/** What is done to what was said and heard before it is compared. */
export type Normaliser = Schemas['NormaliserEnum'];

const key = ['systems'] as const;

/** The systems of a release, engines of this site among them; asked for every second while one is being scored. */
export function useSystems(release: number) {
  return useQuery({
    queryKey: [...key, 'list', release],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/systems/', { params: { query: { release, page_size: 200 } }, signal })).then(
        ({ results }) => results,
      ),
    // Engines may be about to be scored for the first time.
    refetchInterval: ({ state }) =>
      state.data?.some(isLive) || (state.data?.length === 0 && state.dataUpdateCount < 6) ? 1_000 : false,
  });
}

/** Has engines with newer runs scored again, once for whoever opens the table and may score systems. */
export function useScoredEngines(release: number, mayScore: boolean) {
  const { mutate } = useChange([key], (id: number) =>
    api.POST('/api/v1/systems/score-engines/', { body: { release: id } }),
  );
  useEffect(() => {
    if (mayScore) mutate(release);
  }, [mutate, release, mayScore]);
}

/** A system with its figures by talk, rank and length. */
export function useSystem(id: number) {
  return useGet([...key, 'one', id], '/api/v1/systems/{id}/', { path: { id } });
}

/** How far two systems that were scored on the same rows differ. */
export function useSystemComparison(id: number, against: number | null) {
  return useQuery({
    queryKey: [...key, 'comparison', id, against],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/systems/{id}/comparison/', {
          params: { path: { id }, query: { against: against ?? 0 } },
          signal,
        }),
      ).then(({ figures }) => figures),
    enabled: against !== null,
  });
}

/**
 * How far all other systems that were scored on the same rows differ from one; nothing is asked without one.
 *
 * scored: how many have scores, since another one differs, too.
 */
export function useDifferences(id: number | undefined, scored: number) {
  return useQuery({
    queryKey: [...key, 'differences', id, scored],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/systems/{id}/comparisons/', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
  });
}

/** What a recogniser heard in a talk beside what was said, fifty segments and then fifty more. */
export function useHeardTalk(id: number, talk: number, only: Only) {
  return useInfiniteQuery({
    queryKey: [...key, 'words', id, talk, only],
    queryFn: ({ pageParam: after, signal }) => {
      const query = only ? { talk, after, only } : { talk, after };
      return take(api.GET('/api/v1/systems/{id}/words/', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const n = pages.reduce((sum, { segments }) => sum + segments.length, 0);
      return n < count ? n : undefined;
    },
  });
}

/** Uploads the output of a system; a worker scores it. */
export function useScoreSystem() {
  return useChange([key], ({ file, release, ...texts }: SystemUpload) => {
    const form = new FormData();
    form.append('release', String(release));
    form.append('file', file, file.name);
    for (const [name, value] of Object.entries(texts)) if (value) form.append(name, value);
    // The schema can only describe the file as a string.
    return take(api.POST('/api/v1/systems/', { body: form as never }));
  });
}

/** Has an uploaded output scored once more; under another normaliser it is a new system. */
export function useScoreAgain(id: number) {
  return useChange([key], (normaliser: Normaliser | undefined) =>
    take(api.POST('/api/v1/systems/{id}/score-again/', { params: { path: { id } }, body: { normaliser } })),
  );
}

export function useRenameSystem(id: number) {
  return useChange([key], (name: string) =>
    take(api.PATCH('/api/v1/systems/{id}/', { params: { path: { id } }, body: { name } })),
  );
}

export function useRemoveSystem() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/systems/{id}/', { params: { path: { id } } }));
}
