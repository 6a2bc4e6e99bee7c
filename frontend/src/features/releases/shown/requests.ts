import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';
import type { DifferenceKind } from '@/features/releases/requests/releases';

type Schemas = components['schemas'];
export type ShownRelease = Answer<Schemas['ReleasePage']>;
export type ShownRow = Answer<Schemas['ShownRow']>;
export type ShownDifferences = Answer<Schemas['ShownDifferences']>;

/** What strangers read of a release; no account. */
export const getShownRelease = (address: string, signal?: AbortSignal) =>
  take(api.GET('/api/v1/release-pages/{address}/', { params: { path: { address } }, signal })) as Promise<ShownRelease>;

export const getShownDifferences = (address: string, kind: DifferenceKind, after: number, signal?: AbortSignal) =>
  take(
    api.GET('/api/v1/release-pages/{address}/differences/', {
      params: { path: { address }, query: { kind, after, limit: 20 } },
      signal,
    }),
  ) as Promise<ShownDifferences>;

const below = (address: string) => `/api/v1/release-pages/${encodeURIComponent(address)}`;

export const shownFileUrl = (address: string, form: string) => `${below(address)}/files/${form}/`;

export const shownChecksumsUrl = (address: string) => `${below(address)}/checksums/`;
