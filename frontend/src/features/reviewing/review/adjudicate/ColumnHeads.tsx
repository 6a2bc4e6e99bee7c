/** What stands in each column: the texts, the reviews by their letters, and the result. */

import { IconAward } from '@tabler/icons-react';
import { dateTime, language, shortDate } from '@/lib/format';
import type { Doc } from '../model/document';
import styles from './Adjudication.module.css';
import { type Comparison, letters } from './model';
import { isTimed } from './words';

interface ColumnHeadsProps {
  doc: Doc;
  reviews: Comparison['reviews'];
  columns: readonly number[];
  locked: boolean;
  /** Another review for the last column, where there are more than columns. */
  onLast: (review: number) => void;
}

export function ColumnHeads({ doc, reviews, columns, locked, onLast }: ColumnHeadsProps) {
  return (
    <div className={styles.line} data-kind="columns">
      <span className={styles.mark}>{isTimed(doc) ? 'time' : 'row'}</span>
      <span>
        <b>{doc.kind === 'bitext' ? 'Source' : 'Talk'}</b>{' '}
        {doc.kind === 'bitext' && doc.sourceLanguage !== 'und' && language(doc.sourceLanguage)}
      </span>
      {columns.map((number, column) => (
        <span key={column}>
          {reviews.length > columns.length && column === columns.length - 1 ? (
            Array.from({ length: reviews.length - column }, (_, n) => column + n).map((other) => (
              <button
                key={other}
                type="button"
                className={styles.letter}
                aria-pressed={other === number}
                aria-label={`Show ${letters[other]}`}
                onClick={() => onLast(other)}
              >
                {letters[other]}
              </button>
            ))
          ) : (
            <b className={styles.letter}>{letters[number]}</b>
          )}{' '}
          <Reviewer review={reviews[number]} />
        </span>
      ))}
      <span className={styles.goldHead}>
        <IconAward size={14} stroke={1.75} aria-hidden="true" /> <b>Gold</b> {!locked && 'follows your choice'}
      </span>
    </div>
  );
}

/** The name where it may be seen, and when the review was submitted. */
function Reviewer({ review }: { review: Comparison['reviews'][number] | undefined }) {
  if (!review) return null;
  const name = review.annotator && (review.annotator.name || review.annotator.username);
  return (
    <>
      {name ?? 'name hidden'}{' '}
      {review.submitted_at && <small title={dateTime(review.submitted_at)}>{shortDate(review.submitted_at)}</small>}
    </>
  );
}
