/** What concerns the adjudication as a whole: that it is gold, that nothing differs, that a review has changed. */

import { IconAward } from '@tabler/icons-react';
import type { useCompareAgain } from '@/features/reviewing/requests/adjudications';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { BarButton, MainButton } from '../bars/buttons';
import { useEditor, useReviewParts } from '../frame/context';
import { Superseded } from '../frame/Notices';
import * as gestures from '../model/gestures';
import styles from './Adjudication.module.css';
import { type Comparison, letters } from './model';
import type { Regions } from './useRegions';
import { joined } from './words';

interface RegionNoticesProps {
  comparison: Comparison | undefined;
  /** Of each region, whom its result was taken from; null while one is open. */
  settled: readonly string[] | null;
  regions: Regions;
  again: ReturnType<typeof useCompareAgain>;
}

export function RegionNotices({ comparison, settled, regions: { locked, mark }, again }: RegionNoticesProps) {
  const editor = useEditor();
  const { doc, info } = useReviewParts((state) => ({ doc: state.doc, info: state.info }));
  const isGold = doc.state === 'submitted';
  const compareAgain = (leaveOut: boolean) =>
    again.mutate(leaveOut, { onSuccess: () => void editor.exchange.catchUp() });
  return (
    <section className={styles.notices} aria-label="Notices">
      <Superseded />
      {isGold && (
        <p className={styles.done} role="status">
          <IconAward size={16} stroke={1.75} aria-hidden="true" /> {goldOf(comparison, doc.order.length)}
          {info.can_reopen && <BarButton onClick={() => editor.do(gestures.reopen(doc))}>Reopen</BarButton>}
        </p>
      )}
      {!isGold && comparison && settled && (
        <p className={styles.done} role="status">
          {settled.length === 0 ? agreement(comparison) : summary(settled)}
          {!locked && (
            <MainButton className={styles.markNarrow} onClick={mark}>
              Mark as gold
            </MainButton>
          )}
        </p>
      )}
      {!isGold && comparison && !locked && (
        <Changed comparison={comparison} isPending={again.isPending} onCompare={compareAgain} />
      )}
      {!isGold && !locked && comparison && comparison.n_unseen > 0 && (
        <p className={styles.stale} role="status">
          {plural(comparison.n_unseen, 'row')} on which all agree {comparison.n_unseen === 1 ? 'was' : 'were'} judged
          without the engine’s proposal by everybody.
          <BarButton disabled={again.isPending} onClick={() => compareAgain(false)}>
            Settle {comparison.n_unseen === 1 ? 'it' : 'them'} too
          </BarButton>
        </p>
      )}
      {again.isError && <ErrorNote error={again.error} onRetry={() => compareAgain(again.variables ?? false)} />}
    </section>
  );
}

/** "This is gold. 112 rows.", or "109 of 112 rows are gold." with what keeps the others out. */
function goldOf(comparison: Comparison | undefined, nRows: number): string {
  const n = comparison?.n_gold ?? nRows;
  if (n === nRows) return `This is gold. ${plural(nRows, 'row')}.`;
  const unseen = comparison?.n_unseen ?? 0;
  const why = unseen > 0 ? ` ${plural(unseen, 'row')} nobody judged with the proposal in view: reopen to settle.` : '';
  return `${count(n)} of ${plural(nRows, 'row')} are gold.${why}`;
}

/** "A and B agree on all 184 rows." */
function agreement({ reviews, n_agreed }: Comparison): string {
  if (reviews.length === 1)
    return `Only one review is left; its ${plural(n_agreed, 'row')} can become gold as they are.`;
  return `${joined(reviews.map((review) => letterOf(review)))} agree on all ${plural(n_agreed, 'row')}.`;
}

/** Reviews that are not as they were compared, and those that came since. */
function Changed({
  comparison: { reviews, n_new, n_most },
  isPending,
  onCompare,
}: {
  comparison: Comparison;
  isPending: boolean;
  onCompare: (leaveOut: boolean) => void;
}) {
  const back = reviews.filter((review) => review.state !== 'submitted');
  const changed = reviews.filter((review) => review.state === 'submitted' && !review.is_current);
  const again = (words: string, leaveOut: boolean) => (
    <BarButton disabled={isPending} onClick={() => onCompare(leaveOut)}>
      {words}
    </BarButton>
  );
  if (back.length > 0) {
    const left = reviews.filter((review) => review.state === 'submitted');
    return (
      <p className={styles.stale} role="alert">
        {joined(back.map(ownerOf))} {back.length === 1 ? 'was reopened' : 'were reopened'}. Wait until{' '}
        {back.length === 1 ? 'it is' : 'they are'} submitted again
        {left.length > 0 ? ', or go on with what is left.' : '.'}
        {left.length > 0 && again(`Leave out ${joined(back.map(letterOf))}`, true)}
      </p>
    );
  }
  if (changed.length > 0) {
    return (
      <p className={styles.stale} role="alert">
        {joined(changed.map(ownerOf))} {changed.length === 1 ? 'was' : 'were'} changed after the reviews were compared.
        {again('Compare again', false)}
      </p>
    );
  }
  if (n_new === 0) return null;
  if (reviews.length >= n_most) {
    return (
      <p className={styles.done} role="status">
        {plural(reviews.length + n_new, 'review')} of this pair are submitted; the first {reviews.length} are compared.
      </p>
    );
  }
  return (
    <p className={styles.done} role="status">
      {plural(n_new, 'more review', 'more reviews')} of this pair {n_new === 1 ? 'was' : 'were'} submitted since.
      {again('Compare it too', false)}
    </p>
  );
}

type Compared = Comparison['reviews'][number];

function letterOf(review: Compared): string {
  return letters[review.number] ?? '';
}

function ownerOf(review: Compared): string {
  const name = review.annotator && (review.annotator.name || review.annotator.username);
  return name ? `Review ${letterOf(review)} (${name})` : `Review ${letterOf(review)}`;
}

/** "19 regions settled: 11 A, 6 B, 2 edited." */
function summary(from: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of from) counts.set(one || 'edited', (counts.get(one || 'edited') ?? 0) + 1);
  const counted = [...counts].sort((a, b) => b[1] - a[1]).map(([what, n]) => `${n} ${what}`);
  return `${plural(from.length, 'region')} settled: ${counted.join('; ')}.`;
}
