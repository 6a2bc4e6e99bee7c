import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

/** What is said of a place: sentences of the paper by position, and whether they belong to it. */
export type Answers = ReadonlyMap<number, boolean>;
export type PairPassages = Got<'Passages'>;
export interface Asked {
  per: 'slide' | 'span';
  basis: 'script' | 'slide' | 'both';
  method: 'tf-idf' | 'vectors' | 'encoder';
}

const address = '/api/v1/pairs/{id}/passages/';
const keyOf = (pair: number) => ['passages', pair];
const pathOf = (pair: number) => ({ path: { id: pair } });

/** The passages of a pair. Asked for anew at each visit, as the page goes on from them. */
export function usePassages(pair: number) {
  return useGet(keyOf(pair), address, pathOf(pair), {
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (isLive(state.data?.passages) ? 1000 : false),
  });
}

function useKeep(pair: number) {
  const client = useQueryClient();
  return (answer: PairPassages) => client.setQueryData(keyOf(pair), answer);
}

export function useFindPassages(pair: number) {
  const keep = useKeep(pair);
  return useMutation({
    mutationFn: (body: Asked) =>
      take(api.POST(address, { params: pathOf(pair), body } as never)) as Promise<PairPassages>,
    onSuccess: keep,
  });
}

export function useSetThreshold(pair: number) {
  const keep = useKeep(pair);
  return useMutation({
    mutationFn: (threshold: number) =>
      take(api.PUT(address, { params: pathOf(pair), body: { threshold } } as never)) as Promise<PairPassages>,
    onSuccess: keep,
  });
}

export function useRemovePassages(pair: number) {
  const keep = useKeep(pair);
  return useMutation({
    mutationFn: () => take(api.DELETE(address, { params: pathOf(pair) } as never)) as Promise<PairPassages>,
    onSuccess: keep,
  });
}

const bodyOf = (answers: Answers) =>
  [...answers].map(([sentence, is_right]) => ({ sentence, is_right })).sort((a, b) => a.sentence - b.sentence);

interface Span {
  start: number;
  end: number;
}

/** Says what belongs to a place, in the stead of what was known of it. */
export function sendAnswers(pair: number, { start, end }: Span, known: Answers, answers: Answers) {
  const body = { start, end, known: bodyOf(known), answers: bodyOf(answers) };
  return take(api.POST('/api/v1/pairs/{id}/passages/answers/', { params: pathOf(pair), body } as never)) as Promise<
    Got<'PlaceAnswers'>
  >;
}

/** What somebody else has said of a place meanwhile; null where saving failed for another reason. */
export function answersThere(error: unknown): Answers | null {
  if (!(error instanceof ApiError) || error.code !== 'passages_changed') return null;
  const { answers } = error.body as Got<'PassagesConflict'>;
  return new Map((answers ?? []).map(({ sentence, is_right }) => [sentence, is_right]));
}

/** Whether passages were found again meanwhile, and the place is no more. */
export const isPlaceGone = (error: unknown) => error instanceof ApiError && error.code === 'places_changed';
