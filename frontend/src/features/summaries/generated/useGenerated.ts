import { useDeckPages } from '@/api/decks';
import type { PairDetail } from '@/api/types';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { usePageKeys } from '@/lib/usePageKeys';
import { keys } from './keys';
import { shownOf } from './model';
import { type Direction, type GenerationRun, useTexts } from './requests';

/** What the page shows, all of it in its address, and how keys change that. */
export function useGenerated(
  pair: PairDetail,
  runs: readonly GenerationRun[],
  mayChange: boolean,
  onOpen: (what: 'sent' | 'raters' | 'sheet') => void,
) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const direction: Direction = params.get('direction') === 'script_to_slide' ? 'script_to_slide' : 'slide_to_script';
  const ofDirection = runs.filter((run) => run.direction === direction);
  const run = ofDirection.find(({ id }) => id === Number(params.get('run'))) ?? ofDirection[0];
  const found = useTexts(run, pair.id);
  const texts = found.data?.texts ?? [];
  const filters = {
    onlyUnsupported: params.get('only') === 'unsupported',
    lowestFirst: params.get('sort') === 'lowest',
  };
  const shown = shownOf(texts, filters);
  const at = Math.max(
    0,
    shown.findIndex(({ page }) => page === Number(params.get('slide'))),
  );
  const open = shown[at];
  const pages = useDeckPages(pair.source.id).data?.pages ?? [];
  const chooseSlide = (page: number | undefined) =>
    page !== undefined && choose({ slide: String(page) }, { replace: true });
  const chooseRun = (id: number | undefined) => id !== undefined && choose({ run: String(id) });
  const chooseDirection = (to: Direction) => choose({ direction: to, run: null });
  const other: Direction = direction === 'slide_to_script' ? 'script_to_slide' : 'slide_to_script';
  const toggleUnsupported = () => choose({ only: filters.onlyUnsupported ? null : 'unsupported' });
  const toggleLowest = () => choose({ sort: filters.lowestFirst ? null : 'lowest' });
  usePageKeys(keys, {
    next: () => chooseSlide(shown[at + 1]?.page),
    previous: () => chooseSlide(shown[at - 1]?.page),
    run: () => chooseRun(ofDirection[(ofDirection.findIndex(({ id }) => id === run?.id) + 1) % ofDirection.length]?.id),
    direction: () => chooseDirection(other),
    unsupported: toggleUnsupported,
    lowest: toggleLowest,
    sheet: () => onOpen('sheet'),
    ...(open && { sent: () => onOpen('sent') }),
    ...(mayChange && open && open.text !== null && { raters: () => onOpen('raters') }),
  });
  return {
    ...{ direction, ofDirection, run, found, texts, filters, shown, at, open },
    page: pages.find(({ number }) => number === open?.page),
    ...{ chooseSlide, chooseRun, chooseDirection, toggleUnsupported, toggleLowest },
  };
}

export type Generated = ReturnType<typeof useGenerated>;
