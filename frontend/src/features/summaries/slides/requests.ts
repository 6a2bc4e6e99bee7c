import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type SlidesTable = Got<'SlidesTable'>;
export type SlidesRow = Got<'SlidesRow'>;
export type SlidesFigure = Got<'SlidesFigure'>;
export type SlidesCorpus = Got<'SlidesCorpus'>;
export type PublishedSlides = Got<'PublishedSlides'>;
export type SlidesTask = SlidesRow['task'];
export type Cut = Got<'Cut'>;

const key = ['slides-tables'] as const;
const predictionsKey = ['slides-predictions'] as const;

/** What there is to measure on, and what was published. */
export function useSlidesOutlook(project: string) {
  return useGet([...key, 'basis', project], '/api/v1/slides-tables/basis/', { query: { project } });
}

/** The tables of all corpora, the newest first; asked for while one is computed. */
export function useSlidesTables(project: string) {
  return useQuery({
    queryKey: [...key, project],
    queryFn: async ({ signal }) =>
      (
        await everyPage((page) =>
          take(api.GET('/api/v1/slides-tables/', { params: { query: { project, ...page } }, signal })),
        )
      ).results,
    refetchInterval: ({ state: { data } }) => (data?.some(isLive) ? 1_500 : false),
  });
}

const forever = { staleTime: Number.POSITIVE_INFINITY };

/** The talks of a table; with a row, its figures on each. */
export function useSlidesTalks(table: number, row?: number, enabled = true) {
  const query = row === undefined ? {} : { row };
  return useGet(
    [...key, 'talks', table, row],
    '/api/v1/slides-tables/{id}/talks/',
    { path: { id: table }, query },
    { ...forever, enabled },
  );
}

/** Where the methods cut one talk. */
export function useSlidesCuts(table: number, talk: number) {
  return useGet(
    [...key, 'cuts', table, talk],
    '/api/v1/slides-tables/{id}/cuts/',
    { path: { id: table }, query: { talk } },
    forever,
  );
}

export const useMeasureSlides = (project: string) =>
  useChange([key], ({ basis, test_set }: Pick<SlidesCorpus, 'basis' | 'test_set'>) =>
    take(api.POST('/api/v1/slides-tables/', { body: { project, basis, test_set } })),
  );

export const useCancelSlides = () =>
  useChange([key], (id: number) => take(api.POST('/api/v1/slides-tables/{id}/cancel/', { params: { path: { id } } })));

export const slidesCsv = (id: number, part: SlidesTask | 'cuts') => `/api/v1/slides-tables/${id}/export/?part=${part}`;

/** What systems of people predict. */
export function usePredictions(project: string) {
  return useQuery({
    queryKey: [...predictionsKey, project],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        take(api.GET('/api/v1/slides-predictions/', { params: { query: { project, ...page } }, signal })),
      ),
  });
}

interface PredictionFiles {
  name: string;
  task: SlidesTask;
  files: readonly File[];
}

/** Imports predictions for all talks of a corpus. */
export const useAddPredictions = (project: string, { basis, test_set }: SlidesCorpus) =>
  useChange([predictionsKey], ({ name, task, files }: PredictionFiles) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ project, basis, name, task })) form.append(field, value);
    if (test_set !== null) form.append('test_set', String(test_set));
    for (const file of files) form.append('files', file);
    // The schema can only describe the files as strings.
    return take(api.POST('/api/v1/slides-predictions/', { body: form as never }));
  });

export const useRemovePredictions = () =>
  useChange([predictionsKey], (id: number) =>
    api.DELETE('/api/v1/slides-predictions/{id}/', { params: { path: { id } } }),
  );
