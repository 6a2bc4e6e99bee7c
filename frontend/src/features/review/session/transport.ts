/** The review's requests. Everything else the editor knows comes from these. */

import { api, take } from '@/api/client';
import type { Content, HistoryEntry, Operation, OperationsAnswer, ReviewInfo } from '../model/types';

export interface Transport {
  info(signal?: AbortSignal): Promise<ReviewInfo>;
  content(signal?: AbortSignal): Promise<Content>;
  send(operations: readonly Operation[], signal: AbortSignal): Promise<OperationsAnswer>;
  history(row: string, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
}

export function transportOf(id: number): Transport {
  const path = { id };
  return {
    info: (signal) =>
      take(api.GET('/api/v1/reviews/{id}/', { params: { path }, signal })) as unknown as Promise<ReviewInfo>,
    content: (signal) =>
      take(api.GET('/api/v1/reviews/{id}/content/', { params: { path }, signal })) as unknown as Promise<Content>,
    send: (operations, signal) =>
      take(
        api.POST('/api/v1/reviews/{id}/operations/', {
          params: { path },
          body: { operations: operations as never },
          signal,
        }),
      ) as unknown as Promise<OperationsAnswer>,
    history: async (row, signal) => {
      const answer: unknown = await take(
        api.GET('/api/v1/reviews/{id}/operations/', { params: { path, query: { row } }, signal } as never),
      );
      const page = answer as readonly HistoryEntry[] | { results: readonly HistoryEntry[] };
      return 'results' in page ? page.results : page;
    },
  };
}
