import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { useDeckPages } from '@/api/decks';
import { useUnits } from '@/api/documents';
import { usePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { PairDetail } from '@/api/types';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { PagesFound } from './PagesFound';
import { useTimeline } from './requests';
import { SearchProgress } from './SearchProgress';
import { usePageSearch, useWhenFound } from './searches';
import { useSeen } from './seen';
import { TimelineEditor } from './TimelineEditor';

// How a timeline begins is seen once: its code is not part of a first visit.
const CsvTimeline = lazy(async () => ({ default: (await import('./CsvTimeline')).CsvTimeline }));
const FindPages = lazy(async () => ({ default: (await import('./FindPages')).FindPages }));
const StartTimeline = lazy(async () => ({ default: (await import('./StartTimeline')).StartTimeline }));

/** When each page of a pair's deck was on the screen: set it, look through it, and mend it. */
export function TimelinePage() {
  const { slug = '', pairId } = useParams();
  const pair = usePair(Number(pairId));
  if (pair.isPending) return <Loading what="the pair" />;
  if (pair.data?.kind !== 'slides_talk') {
    return (
      <Notice title="No timeline here" failed={!pair.data && pair} out={[`/p/${slug}/pairs`, 'All pairs']}>
        {pair.data && <p>{pair.data.title} has no slides, so it has no timeline.</p>}
      </Notice>
    );
  }
  // Another pair is another page, with its own undo and saving.
  return <TimelineOf key={pair.data.id} slug={slug} pair={pair.data} />;
}

function TimelineOf({ slug, pair }: { slug: string; pair: PairDetail }) {
  const role = useProject(slug).data?.role;
  const mayChange = may(role, 'pairs', 'set_timeline') && pair.newer_pair === null;
  const isNarrow = useMediaQuery('(max-width: 699px)') ?? false;
  const from = useAddressParams().get('from');
  const choose = useChooseParams();
  const timeline = useTimeline(pair.id);
  const search = usePageSearch(pair.id);
  const seen = useSeen(pair.id, search.data?.seen_at ?? null);
  // An editor that is open goes on with what it has until somebody asks for what was found.
  const [shown, setShown] = useState({ n: 0, isNew: false });
  const { refetch } = timeline;
  const isOpen = Boolean(timeline.data) && from === null;
  const show = useCallback(() => refetch().then(() => setShown(({ n }) => ({ n: n + 1, isNew: false }))), [refetch]);
  useWhenFound(
    search.data?.search,
    useCallback(() => {
      if (isOpen) setShown(({ n }) => ({ n, isNew: true }));
      // No editor is open with anything older, and what is pressed in one that opens now is not to be lost.
      else void refetch().then(() => choose({ from: null }));
    }, [isOpen, refetch, choose]),
  );
  const deck = useDeckPages(pair.source.id);
  const pageTexts = useUnits(pair.source.id);
  const talk = useUnits(pair.target.id);
  const failed = [timeline, search, deck, pageTexts, talk].find(({ isError }) => isError);
  if (failed) {
    return (
      <Notice
        title="Couldn’t open the timeline"
        failed={failed}
        out={[`/p/${slug}/pairs/${pair.id}`, 'Back to the pair']}
      />
    );
  }
  if (timeline.data === undefined || !search.data || !deck.data || !pageTexts.data || !talk.data)
    return <Loading what="the timeline" />;
  const version = timeline.data?.changed_at ?? null;
  const of = { slug, pair, pages: deck.data.pages, units: talk.data.units };
  const found = search.data.search;
  const begun = mayChange && (from === 'recording' || from === 'csv');
  if (begun || !timeline.data)
    return (
      <Suspense fallback={<Loading what="the timeline" />}>
        {!begun && <StartTimeline slug={slug} pair={pair} mayChange={mayChange} search={found} />}
        {begun && from === 'csv' && <CsvTimeline {...of} version={version} />}
        {begun && from === 'recording' && <FindPages slug={slug} pair={pair} of={search.data} />}
      </Suspense>
    );
  return (
    <TimelineEditor
      key={shown.n}
      {...of}
      search={
        shown.isNew ? (
          <PagesFound name={found?.name} onShow={() => void show()} />
        ) : (
          <SearchProgress pair={pair.id} search={found} mayChange={mayChange} />
        )
      }
      seen={timeline.data.origin === 'file' ? undefined : seen}
      stored={timeline.data}
      texts={pageTexts.data.units}
      mayChange={mayChange}
      canEdit={mayChange && !isNarrow}
    />
  );
}
