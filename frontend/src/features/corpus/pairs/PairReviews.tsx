import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { ago, count } from '@/lib/format';
import { reviewerName } from '@/lib/reviewerName';
import { StateBadge } from '@/ui/StateBadge';
import { right, Table, unseen } from '@/ui/Table';
import { WhyGold } from './WhyGold';

interface PairReviewsProps {
  pair: PairDetail;
  hasRun: boolean;
  /** Adjudicators and admins see everybody's reviews; annotators see their own. */
  seesAll: boolean;
  /** Whether the reader is told why a row is gold or not. */
  explains: boolean;
}

export function PairReviews({ pair, hasRun, seesAll, explains }: PairReviewsProps) {
  if (pair.reviews.length === 0) {
    const none = seesAll ? 'No reviews yet.' : 'You haven’t started a review of this pair.';
    return <p className="soft">{hasRun ? none : 'Align this pair before reviewing it.'}</p>;
  }
  return (
    <Table
      label="Reviews"
      columns={['Annotator', 'State', right('Rows reviewed'), 'Last change', explains && unseen('Actions')]}
    >
      {pair.reviews.map((review) => (
        <tr key={review.id}>
          <th scope="row">
            <Link to={`/review/${review.id}`}>{reviewerName(review.annotator)}</Link>
            {review.kind === 'adjudication' && <small>Adjudication</small>}
            {review.state === 'returned' && review.return_reason && <small dir="auto">“{review.return_reason}”</small>}
          </th>
          <td>
            <StateBadge state={review.state} />
          </td>
          <td data-right data-nowrap data-label="rows reviewed" className="num">
            {count(review.n_reviewed)} / {count(review.n_rows)}
          </td>
          <td data-nowrap className="soft">
            {ago(review.updated_at)}
          </td>
          {explains && (
            <td data-right data-nowrap>
              <WhyGold review={review.id} title={`the review of ${reviewerName(review.annotator)}`} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
