import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ReviewListed } from '@/api/types';
import { count } from '@/lib/format';
import { Meter } from '@/ui/Meter';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';

interface Props {
  reviews: readonly ReviewListed[];
  /** Whether reviews of several annotators are among them. */
  all: boolean;
  /** Null where the reader may not return reviews. */
  onReturn: ((review: ReviewListed) => void) | null;
}

export function ReviewsTable({ reviews, all, onReturn }: Props) {
  return (
    <Table
      label="Reviews"
      head={
        <>
          <th>Pair</th>
          {all && <th>Annotator</th>}
          <th>State</th>
          <th>Rows reviewed</th>
          <th>From</th>
          <th>
            <span className="vh">Actions</span>
          </th>
        </>
      }
    >
      {reviews.map((review) => (
        <tr key={review.id}>
          <th scope="row">
            <Link to={`/review/${review.id}`} dir="auto">
              {review.pair.title}
            </Link>
            {review.kind === 'adjudication' && <small>Adjudication</small>}
            {review.state === 'returned' && <small dir="auto">Returned: “{review.return_reason}”</small>}
          </th>
          {all && (
            <td data-name dir="auto">
              {review.annotator.name || review.annotator.username}
            </td>
          )}
          <td data-nowrap>
            <StateBadge state={review.state} />
          </td>
          <td data-nowrap>
            <Meter
              value={review.n_rows ? review.n_reviewed / review.n_rows : 0}
              label={`Rows reviewed of ${review.pair.title}`}
              text={`${count(review.n_reviewed)} / ${count(review.n_rows)}`}
            />
          </td>
          <td data-nowrap className="soft">
            {review.run ? `${review.run.engine_label}, run ${review.run.number}` : '–'}
          </td>
          <td data-right data-nowrap>
            {review.state === 'submitted' && onReturn && (
              <Button onClick={() => onReturn(review)} aria-label={`Return ${review.pair.title}`}>
                Return
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
