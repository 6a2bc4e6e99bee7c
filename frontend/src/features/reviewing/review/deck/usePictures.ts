import { useMemo } from 'react';
import { type DeckPage, useDeckPages } from '@/api/decks';
import { useReview } from '../frame/context';

export interface Pictures {
  of: (page: number) => DeckPage | undefined;
  /** Of pages without a picture: that of the first one that has one. */
  size: readonly [width: number, height: number];
}

/** Those of the deck of the review, as far as they are made. */
export function usePictures(): Pictures {
  const deck = useReview((state) => state.info.pair.source.id);
  const pages = useDeckPages(deck).data?.pages;
  return useMemo(() => {
    const byNumber = new Map(pages?.map((page) => [page.number, page]));
    const first = pages?.find(({ width, height }) => width && height);
    return {
      of: (number) => byNumber.get(number),
      size: first?.width && first.height ? [first.width, first.height] : [16, 9],
    };
  }, [pages]);
}
