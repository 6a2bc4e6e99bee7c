import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { useReviews } from '@/api/reviews';
import { may } from '@/api/roles';
import type { ReviewListed, ReviewState } from '@/api/types';
import { count, plural } from '@/lib/format';
import { reviewerName } from '@/lib/reviewerName';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';
import { ReturnDialog } from './ReturnDialog';

export function ReviewsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const params = useAddressParams();
  const choose = useChooseParams();
  const state = stateOf(params.get('state'));
  const version = params.get('guidelines');
  const guidelines = version !== null && /^\d{1,9}$/.test(version) ? Number(version) : undefined;
  const role = useProject(slug).data?.role;
  const leads = may(role, 'adjudications', 'list');
  const of = params.get('of');
  const all = (of ?? (leads ? 'all' : 'mine')) === 'all';
  const query = {
    project: slug,
    mine: all ? undefined : true,
    state,
    guidelines,
    page: usePage(),
    page_size: pageSize,
  };
  const reviews = useReviews(query, of !== null || role !== undefined); // whose are shown first depends on the role
  const set = (name: 'of' | 'state' | 'guidelines', value: string) => choose({ [name]: value, page: null });
  const [returning, setReturning] = useState<ReviewListed | null>(null);
  return (
    <Page
      title="Reviews"
      guide="admin#reviewing"
      lead="A review is one annotator’s working copy of a pair’s links."
      actions={
        <>
          <SegmentedControl
            aria-label="In state"
            value={state ?? ''}
            onChange={(to) => set('state', to)}
            data={states}
          />
          <SegmentedControl
            aria-label="Whose reviews"
            value={all ? 'all' : 'mine'}
            onChange={(of) => set('of', of)}
            data={[
              { value: 'mine', label: 'Mine' },
              { value: 'all', label: 'All' },
            ]}
          />
        </>
      }
    >
      {tabs}
      <Part title={all ? 'All reviews' : 'My reviews'} note={reviews.data && plural(reviews.data.count, 'review')}>
        {guidelines !== undefined && (
          <p className="soft">
            {guidelines === 0
              ? 'Made before there were guidelines.'
              : `Made under version ${guidelines} of the guidelines.`}{' '}
            <Button size="compact-sm" onClick={() => set('guidelines', '')}>
              Show all
            </Button>
          </p>
        )}
        {reviews.isPending && <Loading what="reviews" />}
        {reviews.isError && <ErrorNote error={reviews.error} onRetry={() => void reviews.refetch()} />}
        {reviews.data?.count === 0 && state && (
          <p className="soft">
            No reviews in this state. <Button onClick={() => set('state', '')}>Show any state</Button>
          </p>
        )}
        {reviews.data?.count === 0 && !state && (
          <p className="soft">
            {all ? 'No reviews yet.' : 'Nothing to do.'} Open one from an aligned{' '}
            <Link to={`/p/${slug}/pairs`}>pair</Link>.
          </p>
        )}
        {reviews.data && reviews.data.results.length > 0 && (
          <ReviewsTable
            reviews={reviews.data.results}
            all={all}
            onReturn={may(role, 'reviews', 'send_back') ? setReturning : null}
          />
        )}
        <Pager total={reviews.data?.count ?? 0} what="reviews" />
      </Part>
      {returning && <ReturnDialog review={returning} onClose={() => setReturning(null)} />}
    </Page>
  );
}

const states: { value: ReviewState | ''; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'open', label: 'In review' },
  { value: 'submitted', label: 'Submitted' },
  { value: 'returned', label: 'Returned' },
];

/** The state that an address names; anything else is no filter. */
function stateOf(text: string | null): ReviewState | undefined {
  return states.find(({ value }) => value !== '' && value === text)?.value || undefined;
}

interface ReviewsTableProps {
  reviews: readonly ReviewListed[];
  /** Whether reviews of several annotators are among them. */
  all: boolean;
  /** Null where the reader may not return reviews. */
  onReturn: ((review: ReviewListed) => void) | null;
}

function ReviewsTable({ reviews, all, onReturn }: ReviewsTableProps) {
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
              {reviewerName(review.annotator)}
            </td>
          )}
          <td data-nowrap>
            <StateBadge state={review.state} />
          </td>
          <td data-nowrap data-label="rows">
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
