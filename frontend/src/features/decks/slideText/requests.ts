import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type SlideText = Got<'SlideText'>;
export type ListedSlide = SlideText['pages'][number];
export type SlidePage = Got<'SlidePage'>;
export type Block = SlidePage['blocks'][number];
export type LinePair = SlidePage['pairs'][number];
export type RuleOptions = SlideText['options'];

const address = '/api/v1/documents/{id}/slide-text/';
const pageAddress = '/api/v1/documents/{id}/slide-text/pages/{number}/';
const keyOf = (deck: number) => ['documents', deck, 'slide-text'];
const pageKeyOf = (deck: number, page: number) => [...keyOf(deck), page];

/** How far the text of a deck is, and its slides; asked for again while a worker is at it. */
export function useSlideText(deck: number) {
  return useGet(
    keyOf(deck),
    address,
    { path: { id: deck } },
    { refetchInterval: ({ state }) => (isLive(state.data?.work) ? 1000 : false) },
  );
}

/** One slide with its blocks. Asked for anew at each visit, as its page goes on from it. */
export function useSlidePage(deck: number, page: number) {
  return useGet(
    pageKeyOf(deck, page),
    pageAddress,
    { path: { id: deck, number: page } },
    {
      gcTime: 0,
      refetchOnWindowFocus: false,
      // The slide before stays until the next one is there.
      placeholderData: keepPreviousData,
    },
  );
}

function useKeep(deck: number) {
  const client = useQueryClient();
  return (answer: SlideText) => client.setQueryData(keyOf(deck), answer);
}

export interface Reading {
  pictures: 'none' | 'missing' | 'all';
  options?: RuleOptions;
}

/** Has slides read that are not, and the rules run again. */
export function useReadSlides(deck: number) {
  return useMutation({
    mutationFn: (body: Reading) =>
      take(api.POST(address, { params: { path: { id: deck } }, body: body as never })) as Promise<SlideText>,
    onSuccess: useKeep(deck),
  });
}

/** Stops what a worker does; where there is nothing to stop, removes what was read. */
export function useRemoveSlideText(deck: number) {
  return useMutation({
    mutationFn: () => take(api.DELETE(address, { params: { path: { id: deck } } })) as Promise<SlideText>,
    onSuccess: useKeep(deck),
  });
}

export function useStoreSlideText(deck: number) {
  return useMutation({
    mutationFn: () =>
      take(
        api.POST('/api/v1/documents/{id}/slide-text/store/', { params: { path: { id: deck } } }),
      ) as Promise<SlideText>,
    onSuccess: useKeep(deck),
  });
}

export interface SlideBody {
  revision: number;
  blocks: readonly Block[];
  is_checked: boolean;
  is_opened: boolean;
}

/** Saves a slide over the revision that the page has. */
export function useSaveSlide(deck: number, page: number) {
  const client = useQueryClient();
  const keep = useCallback(
    (saved: SlidePage) => {
      client.setQueryData(pageKeyOf(deck, page), saved);
      client.setQueryData(keyOf(deck), (text: SlideText | undefined) => text && withSlide(text, saved));
    },
    [client, deck, page],
  );
  return useMutation({
    mutationFn: (body: SlideBody) =>
      take(
        api.PUT(pageAddress, { params: { path: { id: deck, number: page } }, body: body as never }),
      ) as Promise<SlidePage>,
    onSuccess: keep,
    // What is there now has the lines that it is made of.
    onError: (error) => {
      const there = slideThere(error);
      if (there) keep(there.page);
    },
  });
}

function withSlide(text: SlideText, saved: SlidePage): SlideText {
  return { ...text, pages: text.pages.map((one) => (one.page === saved.page ? { ...one, ...listed(saved) } : one)) };
}

function listed({ figures, is_checked, shows, is_opened, revision }: SlidePage) {
  return { figures, is_checked, shows, is_opened, revision };
}

/** The slide as somebody else, or a worker, has left it; null where saving failed for another reason. */
export function slideThere(error: unknown): { page: SlidePage; savedBy: string } | null {
  if (!(error instanceof ApiError) || error.code !== 'page_changed') return null;
  const { page, saved_by } = error.body as { page: SlidePage; saved_by: string };
  return { page, savedBy: saved_by };
}
