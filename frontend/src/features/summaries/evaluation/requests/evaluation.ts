import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type SummarySet = Got<'SummarySet'>;
export type RougeTable = Got<'RougeTable'>;
export type RougeRow = Got<'RougeRow'>;
export type RougeMetric = keyof RougeRow['figures'];

const setsKey = ['summary-sets'] as const;
const tablesKey = ['rouge-tables'] as const;

/** Summaries that came with files: references, and what systems made. */
export function useSummarySets(project: string) {
  return useQuery({
    queryKey: [...setsKey, project],
    queryFn: ({ signal }) =>
      everyPage((page) => take(api.GET('/api/v1/summary-sets/', { params: { query: { project, ...page } }, signal }))),
  });
}

/** The tables of scores against a set of references, the newest first; asked for while one is computed. */
export function useRougeTables(project: string, references: number | null) {
  return useQuery({
    queryKey: [...tablesKey, project, references],
    queryFn: async ({ signal }) => {
      const query = { project, references: references ?? 0, page_size: 5 };
      return (await take(api.GET('/api/v1/rouge-tables/', { params: { query }, signal }))).results;
    },
    enabled: references !== null,
    refetchInterval: ({ state: { data } }) => (data?.some(isLive) ? 1_500 : false),
  });
}

/** The scores of one row paper by paper. */
export function usePaperScores(table: number, row: number) {
  return useGet(
    [...tablesKey, 'papers', table, row],
    '/api/v1/rouge-tables/{id}/papers/',
    { path: { id: table }, query: { row } },
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}

export const useScoreSummaries = () =>
  useChange([setsKey, tablesKey], (references: number) =>
    take(api.POST('/api/v1/rouge-tables/', { body: { references, stem: false } })),
  );

export const useCancelScores = () =>
  useChange([setsKey, tablesKey], (id: number) =>
    take(api.POST('/api/v1/rouge-tables/{id}/cancel/', { params: { path: { id } } })),
  );

export interface SummaryFiles {
  name: string;
  kind: SummarySet['kind'];
  files: readonly File[];
}

/** Imports summaries, all or nothing. */
export const useImportSummaries = (project: string) =>
  useChange([setsKey, tablesKey], ({ name, kind, files }: SummaryFiles) => {
    const form = new FormData();
    form.append('project', project);
    form.append('name', name);
    form.append('kind', kind);
    for (const file of files) form.append('files', file);
    // The schema can only describe the files as strings.
    return take(api.POST('/api/v1/summary-sets/', { body: form as never }));
  });

export const useRemoveSummaries = () =>
  useChange([setsKey, tablesKey], (id: number) =>
    api.DELETE('/api/v1/summary-sets/{id}/', { params: { path: { id } } }),
  );

export const rougeFile = (id: number, form: 'csv' | 'latex' | 'markdown') =>
  `/api/v1/rouge-tables/${id}/export/?form=${form}`;
