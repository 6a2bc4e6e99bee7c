import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { Got, Schemas } from '@/api/types';
import { useGet } from '@/api/useGet';

export type PassContent = Got<'Pass'>;
export type Mask = PassContent['masks'][number];
export type Line = PassContent['lines'][number];
export type Answer = Schemas['MaskFilling'];
export type Outcome = Got<'PassOutcome'>;
export type Peaks = Got<'Peaks'>;
export type PassAbout = Got<'PassAbout'>;

export interface Operation {
  id: string;
  mask: string;
  verb: 'answer' | 'undo' | 'redo';
  answer: Answer | null;
  base: string | null;
}

/** What the server answers where a mask has another answer than its sender knows. */
export interface ConflictBody {
  operation: string;
  mask: string;
  base: string | null;
  answer: Answer | null;
  detail: string;
}

const pathOf = (pass: number) => ({ path: { id: pass } });

export const getPass = (pass: number, signal?: AbortSignal) =>
  take(api.GET('/api/v1/passes/{id}/', { params: pathOf(pass), signal } as never)) as Promise<PassContent>;

export const sendOperations = (pass: number, by: number, operations: readonly Operation[], signal?: AbortSignal) =>
  take(
    api.POST('/api/v1/passes/{id}/operations/', {
      params: pathOf(pass),
      body: { operations, by },
      signal,
    } as never),
  ) as Promise<Outcome>;

export const submitPass = (pass: number) =>
  take(api.POST('/api/v1/passes/{id}/submit/', { params: pathOf(pass) } as never)) as Promise<PassAbout>;

/** The peaks of a recording: asked for, and asked again while they are measured. */
export function usePeaks(document: number) {
  const client = useQueryClient();
  const key = ['peaks', document];
  const peaks = useGet(
    key,
    '/api/v1/documents/{id}/peaks/',
    { path: { id: document } },
    {
      refetchInterval: ({ state }) =>
        state.data?.state === 'queued' || state.data?.state === 'running' ? 2000 : false,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const ask = useMutation({
    mutationFn: () =>
      take(
        api.POST('/api/v1/documents/{id}/peaks/', { params: { path: { id: document } } } as never),
      ) as Promise<Peaks>,
    onSuccess: (answer) => client.setQueryData(key, answer),
  });
  return { peaks, ask };
}
