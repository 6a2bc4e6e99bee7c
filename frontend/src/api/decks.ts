import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from './client';
import type { Got } from './types';
import { useGet } from './useGet';
import { useUpload } from './useUpload';
import { isLive } from './work';

export type DeckPages = Got<'DeckPages'>;
export type DeckPage = Got<'DeckPage'>;

/** "step 2 of 3", of a slide that is built up page by page; else nothing. */
export function stepWords(page: Pick<DeckPage, 'step' | 'n_steps'> | null | undefined): string {
  return page && page.n_steps > 1 ? `step ${page.step} of ${page.n_steps}` : '';
}

const pagesOf = (deck: number) => ['documents', deck, 'pages'];
const pictures = '/api/v1/documents/{id}/pictures/';

/** The pages of a deck, asked for again while pictures of them are being made. */
export function useDeckPages(deck: number, enabled = true) {
  return useGet(
    pagesOf(deck),
    '/api/v1/documents/{id}/pages/',
    { path: { id: deck } },
    { enabled, refetchInterval: ({ state }) => (isLive(state.data?.pictures) ? 2000 : false) },
  );
}

function useKeepPages(deck: number) {
  const client = useQueryClient();
  return (pages: DeckPages) => client.setQueryData(pagesOf(deck), pages);
}

/** Sends a PDF, a zip of frames, or frames, of which pictures are then made. */
export function useUploadPictures(deck: number) {
  return useUpload<DeckPages>(pictures.replace('{id}', String(deck)), 'files', useKeepPages(deck));
}

/** Has the PDF drawn that the deck was read from. */
export function useDrawPages(deck: number) {
  return useMutation({
    mutationFn: () => take(api.POST(pictures, { params: { path: { id: deck } } })) as Promise<DeckPages>,
    onSuccess: useKeepPages(deck),
  });
}

/** Stops making pictures; where none are being made, removes those there are. */
export function useRemovePictures(deck: number) {
  return useMutation({
    mutationFn: () => take(api.DELETE(pictures, { params: { path: { id: deck } } })) as Promise<DeckPages>,
    onSuccess: useKeepPages(deck),
  });
}
