import { api, take } from '@/api/client';
import type { Got } from '@/api/types';
import type { DifferenceKind } from '@/features/releases/requests/releases';

export type ShownRelease = Got<'ReleasePage'>;
export type ShownDifferences = Got<'ShownDifferences'>;

/** What strangers read of a release; no account. */
export const getShownRelease = (address: string, signal?: AbortSignal) =>
  take(api.GET('/api/v1/release-pages/{address}/', { params: { path: { address } }, signal }));

export const getShownDifferences = (address: string, kind: DifferenceKind, after: number) =>
  take(
    api.GET('/api/v1/release-pages/{address}/differences/', {
      params: { path: { address }, query: { kind, after, limit: 20 } },
    }),
  );

const below = (address: string) => `/api/v1/release-pages/${encodeURIComponent(address)}`;

export const shownFileUrl = (address: string, form: string) => `${below(address)}/files/${form}/`;

export const shownChecksumsUrl = (address: string) => `${below(address)}/checksums/`;
