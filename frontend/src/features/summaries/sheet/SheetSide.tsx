/** Beside the summary: its length, what it is compared with, how much of it is right, links for authors, and the keys. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Sheet } from '@/features/summaries/requests/summaries';
import { roundedPercent } from '@/lib/format';
import { KeyLine } from '@/ui/Keys';
import { Part } from '@/ui/Page';
import { ComparePart } from './ComparePart';
import { keys } from './keys';
import { LengthPart } from './LengthPart';
import styles from './Sheet.module.css';
import type { OpenedSheet } from './useOpenSheet';

interface SheetSideProps {
  slug: string;
  sheet: Sheet;
  opened: OpenedSheet;
  authors: ReactNode;
}

export function SheetSide({ slug, sheet, opened, authors }: SheetSideProps) {
  const { place, go, there } = opened;
  return (
    <div className={styles.side}>
      <LengthPart
        paper={opened.paper}
        chosen={opened.chosen}
        length={opened.length}
        presets={opened.presets}
        onLength={(length) => go({ length })}
      />
      <ComparePart
        others={opened.others}
        against={place.against}
        comparison={opened.comparison}
        error={there.error}
        onRetry={() => void there.refetch()}
        onAgainst={(against) => go({ against })}
      />
      <RightPart slug={slug} sheet={sheet} />
      {authors}
      <KeysPart canJudge={opened.canJudge} canPlay={Boolean(sheet.media)} />
    </div>
  );
}

/** How many spans people found right, and where to say so. */
function RightPart({ slug, sheet }: { slug: string; sheet: Sheet }) {
  const { n_judged, n_right, n_words_judged, n_words_right } = sheet.accuracy;
  const mine = sheet.reviews.find(({ is_mine, can_judge }) => is_mine && can_judge);
  return (
    <Part title="Right" note={sheet.review ? 'in this review' : 'by submitted reviews'}>
      {n_judged === 0 ? (
        <p className="soft">No span has been judged yet.</p>
      ) : (
        <dl className={styles.figures}>
          <dt>Spans</dt>
          <dd className="num">
            {n_right} of {n_judged}, {roundedPercent(n_right / n_judged)}
          </dd>
          <dt>Content words</dt>
          <dd className="num">
            {n_words_right} of {n_words_judged}
            {n_words_judged > 0 && `, ${roundedPercent(n_words_right / n_words_judged)}`}
          </dd>
        </dl>
      )}
      {!sheet.review && mine && (
        <p className={styles.fine}>
          <Link to={`/p/${slug}/summaries/reviews-${mine.id}`}>Judge the spans in your review</Link>
        </p>
      )}
      {sheet.review?.can_judge && (
        <p className={styles.fine}>
          <Link to={`/review/${sheet.review.id}`}>Open the review</Link> to change what a span is about.
        </p>
      )}
    </Part>
  );
}

function KeysPart({ canJudge, canPlay }: { canJudge: boolean; canPlay: boolean }) {
  return (
    <Part title="Keys">
      <KeyLine
        of={[
          ['move', keys.next, keys.previous],
          ...(canJudge
            ? ([
                ['right', keys.right],
                ['wrong', keys.wrong],
              ] as const)
            : []),
          ...(canPlay ? ([['play', keys.play]] as const) : []),
          ['longer, shorter', keys.longer, keys.shorter],
          ['lengths', keys.preset],
          ['compare', keys.compare],
          ['unfold', keys.unfold],
        ]}
      />
    </Part>
  );
}
