import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export interface Segment {
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  /** A person has set or confirmed it: when rules cut again, it stays. */
  readonly isSet: boolean;
}

/** A word and what follows it, with its times in seconds. */
export type Piece = readonly [text: string, start: number, end: number];

export type StoredSegments = Got<'Segments'>;
export type Rules = StoredSegments['rules'];
export type Clips = Got<'Clips'>;

const address = '/api/v1/documents/{id}/segments/';
const clipsAddress = '/api/v1/documents/{id}/clips/';
const pathOf = (document: number) => ({ path: { id: document } });
const keyOf = (document: number) => ['segments', document];
const clipsKey = (document: number) => ['clips', document];

/** The segments of a transcript, and its words. Asked for anew at each visit, as the page goes on from them. */
export function useSegments(document: number) {
  return useGet(keyOf(document), address, pathOf(document), { gcTime: 0, refetchOnWindowFocus: false });
}

export const piecesOf = (stored: StoredSegments) => stored.pieces as unknown as readonly Piece[];

export const segmentsOf = (stored: readonly { start: number; end: number; is_set?: boolean }[]): Segment[] =>
  stored.map(({ start, end, is_set: isSet = false }) => ({ start, end, isSet }));

const bodyOf = (segments: readonly Segment[]) =>
  segments.map(({ start, end, isSet }) => ({ start, end, ...(isSet && { is_set: true }) }));

/** Stores segments over those of that version. */
export function useStoreSegments(document: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ segments, version }: { segments: readonly Segment[]; version: string | null }) =>
      take(
        api.PUT(address, {
          params: pathOf(document),
          body: { segments: bodyOf(segments), changed_at: version } as never,
        }),
      ) as Promise<Got<'SavedSegments'>>,
    // Whether the clips are still of these.
    onSuccess: () => client.invalidateQueries({ queryKey: clipsKey(document) }),
  });
}

/** Has the rules cut, over the segments of that version; null where there are none. */
export function useCut(document: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rules, version }: { rules: Rules; version: string | null }) =>
      take(
        api.POST(address, { params: pathOf(document), body: { rules, changed_at: version } as never }),
      ) as Promise<StoredSegments>,
    onSuccess: (answer) => {
      client.setQueryData(keyOf(document), answer);
      return client.invalidateQueries({ queryKey: clipsKey(document) });
    },
  });
}

/** The segments as somebody else saved them; null where saving failed for another reason. */
export function segmentsThere(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'segments_changed') return null;
  const { segments, saved_by } = error.body as Got<'SegmentsConflict'>;
  if (!segments) return null;
  return {
    value: segmentsOf(segments.segments),
    version: segments.changed_at,
    at: segments.changed_at,
    savedBy: saved_by ?? 'Somebody',
  };
}

export function useClips(document: number) {
  return useGet(clipsKey(document), clipsAddress, pathOf(document), {
    refetchInterval: ({ state }) => (isLive(state.data?.clips) ? 1000 : false),
  });
}

export function useMakeClips(document: number) {
  return useChange([clipsKey(document)], (body: { form: 'flac' | 'wav'; rate: number | null }) =>
    take(api.POST(clipsAddress, { params: pathOf(document), body } as never)),
  );
}

export function useRemoveClips(document: number) {
  return useChange([clipsKey(document)], () => api.DELETE(clipsAddress, { params: pathOf(document) } as never));
}
