/** All regions of an adjudication, in the order of the talk; what is agreed on is folded between them. */

import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCompareAgain, useComparison } from '@/features/reviewing/requests/adjudications';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { TextButton } from '../bars/buttons';
import { useEditor, useReview } from '../frame/context';
import { LaterDialogs, useGlossary } from '../frame/LaterDialogs';
import { useExchange } from '../frame/useExchange';
import { useFindings } from '../frame/useFindings';
import styles from './Adjudication.module.css';
import { ColumnHeads } from './ColumnHeads';
import { columnsOf, filterOf } from './filters';
import { useRegionKeys } from './keys';
import { letters, type Region, toShow } from './model';
import { RegionBar } from './RegionBar';
import { RegionNotices } from './RegionNotices';
import { KeyHelp, RegionsFooter } from './RegionsFooter';
import { RegionsGrid } from './RegionsGrid';
import { RegionsHeader } from './RegionsHeader';
import { type EditAt, type Regions as RegionsShown, useRegions } from './useRegions';
import { fromWhom } from './words';

const none: readonly Region[] = [];

export function Regions({ onEdit }: { onEdit: (region: number, row: string, at: EditAt) => void }) {
  const editor = useEditor();
  const title = useReview((state) => state.info.pair.title);
  const { comparison, again, withNames, setWithNames } = useCompared();
  const { data } = comparison;
  const all = data?.regions ?? none;
  const reviews = data?.reviews ?? [];
  const params = useAddressParams();
  const choose = useChooseParams();
  // `show` is that of the rows, where the result is edited.
  const shown = filterOf(params.get('regions'));
  const narrow = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false }) ?? false;
  const { columns, setLast } = useColumns(reviews.length, narrow);
  const [helpOpen, setHelpOpen] = useState(false);
  const gold = useRef<HTMLButtonElement>(null);
  const regions = useRegions(editor, {
    regions: all,
    nReviews: reviews.length,
    shown,
    columns,
    onColumn: setLast,
    onEdit: narrow ? undefined : onEdit,
    onAllSettled: () => gold.current?.focus(),
  });
  const { doc, idsOf, open, locked } = regions;
  useDifferenceShown(regions.current, columns, setLast);
  useTitle(`${title}, adjudication`);
  useExchange(editor);
  useGlossary();
  useFindings();
  useRegionKeys(editor, regions, () => setHelpOpen(true));
  const onShow = (key: string) => {
    regions.toFirst();
    choose({ regions: key === 'differ' ? null : key });
  };
  return (
    <div className={styles.page}>
      <RegionsHeader regions={regions} nRegions={all.length} isCompared={comparison.isSuccess} gold={gold} />
      {data && all.length > 0 && (
        <RegionBar
          regions={regions}
          all={all}
          nReviews={reviews.length}
          shown={shown}
          onShow={onShow}
          withNames={data.may_see_names && doc.state !== 'submitted' ? withNames : null}
          onNames={setWithNames}
        />
      )}
      <RegionNotices
        comparison={data}
        settled={
          open.length > 0 || !data ? null : all.map((region) => fromWhom(doc, idsOf(region.number), region, null))
        }
        regions={regions}
        again={again}
      />
      <main className={styles.regions} data-columns={columns.length}>
        <ColumnHeads doc={doc} reviews={reviews} columns={columns} locked={locked} onLast={setLast} />
        {comparison.isPending && <p className={styles.loading}>Comparing the reviews…</p>}
        {comparison.isError && !data && (
          <div className={styles.loading}>
            <ErrorNote error={comparison.error} onRetry={() => void comparison.refetch()} />
          </div>
        )}
        {data && all.length > 0 && regions.matching.length === 0 && (
          <p className={styles.loading}>
            No region is shown by this filter.{' '}
            <TextButton onClick={() => choose({ regions: null })}>Show all {all.length}</TextButton>
          </p>
        )}
        {data && (
          <RegionsGrid regions={regions} n={all.length} reasons={data.reasons} columns={columns} narrow={narrow} />
        )}
      </main>
      <Strip all={all} regions={regions} />
      <RegionsFooter nReviews={reviews.length} onHelp={() => setHelpOpen(true)} />
      <KeyHelp nReviews={reviews.length} kind={doc.kind} isOpen={helpOpen} onClose={() => setHelpOpen(false)} />
      <LaterDialogs />
    </div>
  );
}

/** All regions at the edge, in the order of the talk: which are open, and where one is. */
function Strip({ all, regions: { isOpen, current, activate } }: { all: readonly Region[]; regions: RegionsShown }) {
  return (
    <nav className={styles.strip} aria-label="Regions">
      {all.map((region) => (
        <button
          key={region.number}
          type="button"
          tabIndex={region === current ? 0 : -1}
          data-open={isOpen(region) || undefined}
          aria-current={region === current || undefined}
          aria-label={`Region ${region.number}, ${isOpen(region) ? 'open' : 'settled'}`}
          onClick={() => activate(region.number)}
        />
      ))}
    </nav>
  );
}

/** Which reviews stand side by side: as many as there is room for. In a narrow window all stand below each other. */
function useColumns(nReviews: number, narrow: boolean) {
  const wide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false }) ?? false;
  const most = narrow ? letters.length : wide ? 3 : 2;
  const [last, setLast] = useState<number | null>(null);
  const columns = useMemo(() => columnsOf(nReviews, most, last), [nReviews, most, last]);
  return { columns, setLast };
}

/** In a region that one comes to, shows a review that differs where all that have a column say the same. */
function useDifferenceShown(current: Region | null, columns: readonly number[], onLast: (review: number) => void) {
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!current || seen.current === current.number) return;
    seen.current = current.number;
    const other = toShow(current, columns);
    if (other !== null) onLast(other);
  }, [current, columns, onLast]);
}

/** The comparison of an adjudication's reviews, with the names of annotators where they are asked for and may be seen. */
function useCompared() {
  const id = useReview((state) => state.info.id);
  const now = useReview((state) => state.doc.state);
  // The server tells the names once it knows that the adjudication is submitted, which the page shows before.
  const isSaved = useReview(({ queue }) => queue.waiting.length === 0 && queue.sending === 0);
  const known = useRef(now);
  if (isSaved) known.current = now;
  const [withNames, setWithNames] = useState(false);
  const comparison = useComparison(id, known.current, withNames);
  const { refetch } = comparison;
  const nRefused = useReview(({ queue }) => queue.refused.length);
  // A review that has changed meanwhile is why the result is refused as gold: the notice above says what to do.
  useEffect(() => {
    if (nRefused > 0) void refetch();
  }, [nRefused, refetch]);
  return { comparison, again: useCompareAgain(id), withNames, setWithNames };
}
