/** The sentences of a paper with what was said of each, and those that make the summary. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Sheet, SummaryOf } from '@/features/summaries/requests/summaries';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { keyOf } from './ComparePart';
import type { Show } from './model';
import styles from './Sheet.module.css';
import { SheetActions } from './SheetActions';
import { SheetRows } from './SheetRows';
import { SheetSide } from './SheetSide';
import { SheetTools } from './SheetTools';
import { useOpenSheet } from './useOpenSheet';

interface OpenSheetProps {
  slug: string;
  of: SummaryOf;
  sheet: Sheet;
  /** The default length of a summary. */
  sentences: number;
  authors: ReactNode;
}

export function OpenSheet({ slug, of, sheet, sentences, authors }: OpenSheetProps) {
  const opened = useOpenSheet(sheet, sentences);
  const { place, length, others, canJudge, play } = opened;
  const isCorrected = sheet.is_corrected;
  return (
    <Page
      title={sheet.pair.title}
      above={<Link to={`/p/${slug}/summaries`}>Summaries</Link>}
      lead={
        sheet.review
          ? `Summary of ${sheet.review.is_mine ? 'your review' : `the review of ${sheet.review.by}`}, run ${sheet.run.number}`
          : `Summary of run ${sheet.run.number}, ${sheet.run.engine_label}`
      }
      actions={<SheetActions of={of} length={length} byRank={place.byRank} />}
      aside={<SheetSide slug={slug} sheet={sheet} opened={opened} authors={authors} />}
    >
      <SheetTools opened={opened} isCorrected={isCorrected} />
      {sheet.n_changed && (
        <p className={styles.newer} role="status">
          {plural(sheet.n_changed.n_rows, 'span')} changed since run {sheet.run.number}.{' '}
          <Link to={`/p/${slug}/summaries/reviews-${sheet.n_changed.review}?by=${length.kind}&n=${length.n}`}>
            Recompute from the review
          </Link>
        </p>
      )}
      {opened.trouble && (
        <div className={styles.newer}>
          <ErrorNote error={opened.trouble} />
        </div>
      )}
      {opened.nothing && <p className={`soft ${styles.nothing}`}>{nothingOf(place.show, opened.sets.spoken.length)}</p>}
      <SheetRows
        sheet={sheet}
        lines={opened.lines}
        excerpts={opened.excerpts}
        ranks={opened.ranks}
        changes={opened.changes}
        other={others.find(({ what }) => keyOf(what) === keyOf(place.against))?.label ?? 'the other'}
        current={opened.current}
        corrected={place.corrected && isCorrected}
        canJudge={canJudge}
        canPlay={Boolean(sheet.media)}
        onMove={opened.setCurrent}
        onUnfold={opened.unfold}
        onPlay={(excerpt) => play(excerpt.spoken)}
        onJudge={opened.say}
      />
    </Page>
  );
}

function nothingOf(show: Show, nSpoken: number): string {
  if (nSpoken === 0) return 'No sentence of this paper was spoken.';
  if (show === 'wrong') return 'No span was judged wrong.';
  return show === 'changed' ? 'Both choose the same sentences.' : 'No sentence is chosen.';
}
