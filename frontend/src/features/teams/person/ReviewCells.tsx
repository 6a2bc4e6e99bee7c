import { Link } from 'react-router';
import { count, date, languageCodes } from '@/lib/format';
import { StateBadge } from '@/ui/StateBadge';
import type { OwnWork } from './requests';

type Listed = Pick<
  OwnWork['reviews'][number],
  | 'id'
  | 'pair'
  | 'source_language'
  | 'target_language'
  | 'n_reviewed'
  | 'n_rows'
  | 'state'
  | 'return_reason'
  | 'submitted_at'
>;

/** What everybody may know of a review, in a row of a table: pair, languages, rows, state, day. */
export function ReviewCells({ review }: { review: Listed }) {
  return (
    <>
      <th scope="row" dir="auto">
        <Link to={`/review/${review.id}`}>{review.pair}</Link>
      </th>
      <td data-label="languages">{languageCodes(review.source_language, review.target_language)}</td>
      <td data-right data-label="rows" className="num">
        {count(review.n_reviewed)}/{count(review.n_rows)}
      </td>
      <td data-label="state">
        <StateBadge state={review.state} />
        {review.return_reason && <small dir="auto">“{review.return_reason}”</small>}
      </td>
      <td data-label="submitted">{review.submitted_at ? date(review.submitted_at) : '–'}</td>
    </>
  );
}
