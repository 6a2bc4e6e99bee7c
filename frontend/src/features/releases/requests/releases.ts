import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pageAfterPage } from '@/api/everyPage';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type Release = Got<'Release'>;
export type ReleaseFile = Got<'ReleaseFile'>;
export type ReleaseStatistics = Got<'Statistics'>;
export type ReleaseDetail = Got<'ReleaseDetail'>;
export type ReleaseRequest = Schemas['ReleaseCreateRequest'];
export type DifferenceKind = 'added' | 'removed' | 'changed';

/** The columns of a released row that pages show. */
export interface ReleasedRow {
  number: number;
  pair: string;
  source: string;
  target: string;
  target_post_edited: string;
  post_edited: boolean;
  source_language: string;
  target_language: string;
  good_align: boolean | null;
  good_mt: boolean | null;
}

export interface DifferingRow {
  number: number;
  before: ReleasedRow | null;
  after: ReleasedRow | null;
}

const key = ['releases'] as const;

/** All releases of a project, the newest of each test set first; asked for every second while one is being made. */
export function useReleases(project: string) {
  return useQuery({
    queryKey: [...key, 'list', project],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/releases/', { params: { query: { project, page_size: 200 } }, signal })).then(
        ({ results }) => results,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isLive) ? 1_000 : false),
  });
}

export function useRelease(id: number) {
  return useGet(
    [...key, 'one', id],
    '/api/v1/releases/{id}/',
    { path: { id } },
    {
      refetchInterval: ({ state }) => (isLive(state.data) ? 1_000 : false),
    },
  );
}

export function useRequestRelease() {
  return useChange([key], (body: ReleaseRequest) => take(api.POST('/api/v1/releases/', { body })));
}

/** Deletes a release that failed, or stops one that is being made. */
export function useDiscardRelease() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/releases/{id}/', { params: { path: { id } } }));
}

export function useWithdrawRelease(id: number) {
  return useChange([key], (reason: string) =>
    take(api.POST('/api/v1/releases/{id}/withdraw/', { params: { path: { id } }, body: { reason } })),
  );
}

export function useRemoveRelease(id: number) {
  return useChange([key], (body: { reason: string; typed: string }) =>
    api.POST('/api/v1/releases/{id}/remove/', { params: { path: { id } }, body }),
  );
}

/** The rows of a release, in pages; they never change. */
export function useReleaseRows(id: number) {
  return useInfiniteQuery({
    queryKey: [...key, 'one', id, 'rows'],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/releases/{id}/rows/', {
          params: { path: { id }, query: { after: pageParam, limit: 10 } },
          signal,
        }),
      ) as unknown as Promise<{ rows: ReleasedRow[]; next_after: number | null }>,
    ...pageAfterPage,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How a release differs from the one before, in pages. */
export function useReleaseDifferences(id: number, kind: DifferenceKind, { enabled }: { enabled: boolean }) {
  return useInfiniteQuery({
    queryKey: [...key, 'one', id, 'differences', kind],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/releases/{id}/differences/', {
          params: { path: { id }, query: { kind, after: pageParam, limit: 20 } },
          signal,
        }),
      ) as unknown as Promise<{ rows: DifferingRow[]; next_after: number | null }>,
    ...pageAfterPage,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

export function releaseFileUrl(id: number, form: string): string {
  return `/api/v1/releases/${id}/files/${form}/`;
}

export function checksumsUrl(id: number): string {
  return `/api/v1/releases/${id}/checksums/`;
}
