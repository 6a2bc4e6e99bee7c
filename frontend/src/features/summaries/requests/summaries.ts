import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';
import type { Length } from '@/lib/summary';

export type Sheet = Got<'Sheet'>;
export type Excerpt = Sheet['excerpts'][number];
export type Accuracy = Got<'Accuracy'>;
export type SummariesOverview = Got<'SummariesOverview'>;
export type BulkSummary = Got<'BulkSummary'>;
export type TalkWithSummary = Got<'Talk'>;

/** The subject of a summary. */
export type SummaryOf = { of: 'runs' | 'reviews'; id: number };

const summariesKey = ['summaries'] as const;

/** A summary's paper, and what was said on each of its sentences. */
export function useSheet(what: SummaryOf | null) {
  return useQuery({
    queryKey: [...summariesKey, 'sheet', what?.of, what?.id],
    queryFn: ({ signal }) => {
      const params = { path: { id: what?.id ?? 0 } };
      return what?.of === 'reviews'
        ? take(api.GET('/api/v1/reviews/{id}/summary-sheet/', { params, signal }))
        : take(api.GET('/api/v1/runs/{id}/summary-sheet/', { params, signal }));
    },
    enabled: what !== null,
    staleTime: 0,
  });
}

/** Says of rows of a review whether what was said there is about the sentence. */
export function useJudge(review: number) {
  return useChange(
    [summariesKey, ['reviews']],
    ({ rows, right }: { rows: { row: string; version: number }[]; right: boolean }) =>
      take(
        api.POST('/api/v1/reviews/{id}/operations/', {
          params: { path: { id: review } },
          body: {
            operations: [
              {
                id: crypto.randomUUID(),
                verb: 'label',
                steps: [
                  { type: 'set', rows: rows.map(({ row }) => row), fields: { status: 'accepted', good_align: right } },
                ],
                versions: Object.fromEntries(rows.map(({ row, version }) => [row, version])),
              },
            ],
          },
        }),
      ),
  );
}

const limits: Record<Length['kind'], string> = {
  sentences: 'n_sentences',
  words: 'n_words',
  ratio: 'ratio',
  importance: 'importance',
  hybrid: 'hybrid',
};

/** The address of a summary as a file. */
export function fileAddress({ of, id }: SummaryOf, form: string, length: Length, byRank: boolean): string {
  const query = new URLSearchParams({ form, [limits[length.kind]]: String(length.n) });
  if (byRank) query.set('order', 'rank');
  return `/api/v1/${of}/${id}/summary-file/?${query}`;
}

export function exportAddress(slug: string, form: string): string {
  return `/api/v1/projects/${slug}/summaries/export/?form=${form}`;
}

/** How many summaries of a project there are, and how they were made; asked for every second while some are made. */
export function useSummariesOverview(slug: string) {
  return useGet(
    [...summariesKey, 'overview', slug],
    '/api/v1/projects/{project_slug}/summaries/overview/',
    { path: { project_slug: slug } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isLive(state.data?.bulk) ? 1_000 : false),
    },
  );
}

interface TalksQuery {
  search?: string | undefined;
  state?: 'made' | 'stale' | 'none' | undefined;
  page: number;
  page_size: number;
}

/** One page of the talks of a project with their summaries. `made` : when they were made, so that new ones are shown. */
export function useTalks(slug: string, query: TalksQuery, made: string, enabled: boolean) {
  return useGet(
    [...summariesKey, 'talks', slug, query, made],
    '/api/v1/projects/{project_slug}/summaries/',
    { path: { project_slug: slug }, query: JSON.parse(JSON.stringify(query)) as TalksQuery & object },
    {
      enabled,
      placeholderData: keepPreviousData,
    },
  );
}

export function useMakeSummaries(slug: string) {
  return useChange([summariesKey], ({ length, basis }: { length: Length; basis: 'gold' | 'runs' }) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/summaries/', {
        params: { path: { project_slug: slug } },
        body: { length: { kind: length.kind, value: length.n }, basis },
      }),
    ),
  );
}

export function useCancelSummaries(slug: string) {
  return useChange([summariesKey], () =>
    take(api.POST('/api/v1/projects/{project_slug}/summaries/cancel/', { params: { path: { project_slug: slug } } })),
  );
}
