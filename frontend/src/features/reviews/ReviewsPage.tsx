import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { canCurate, useProject } from '@/api/projects';
import { useReviews } from '@/api/reviews';
import type { ReviewListed } from '@/api/types';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';
import { ReturnDialog } from './ReturnDialog';
import { StateFilter, stateOf } from './StateFilter';

export function ReviewsPage() {
  const { slug = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const all = params.get('of') === 'all';
  const state = stateOf(params.get('state'));
  const role = useProject(slug).data?.role;
  const reviews = useReviews({
    project: slug,
    mine: all ? undefined : true,
    state,
    page: usePage(),
    page_size: pageSize,
  });
  const set = (name: 'of' | 'state', value: string) =>
    setParams((before) => {
      if (value) before.set(name, value);
      else before.delete(name);
      before.delete('page');
      return before;
    });
  const [returning, setReturning] = useState<ReviewListed | null>(null);
  return (
    <Page
      title="Reviews"
      lead="A review is one annotator’s own working copy of the links of a talk."
      actions={
        <>
          <StateFilter state={state} onChange={(to) => set('state', to)} />
          <SegmentedControl
            aria-label="Whose reviews"
            value={all ? 'all' : 'mine'}
            onChange={(of) => set('of', of === 'all' ? of : '')}
            data={[
              { value: 'mine', label: 'Mine' },
              { value: 'all', label: 'All' },
            ]}
          />
        </>
      }
    >
      <Part title={all ? 'All reviews' : 'My reviews'} note={reviews.data && plural(reviews.data.count, 'review')}>
        {reviews.isPending && <Loading what="reviews" />}
        {reviews.isError && <ErrorNote error={reviews.error} onRetry={() => void reviews.refetch()} />}
        {reviews.data?.count === 0 && state && (
          <p className="soft">
            No review is in this state. <Button onClick={() => set('state', '')}>Show any state</Button>
          </p>
        )}
        {reviews.data?.count === 0 && !state && (
          <p className="soft">
            {all ? 'No review yet.' : 'Nothing waits for you.'} Open one from an aligned{' '}
            <Link to={`/p/${slug}/pairs`}>talk</Link>.
          </p>
        )}
        {reviews.data && reviews.data.results.length > 0 && (
          <Table
            label="Reviews"
            head={
              <>
                <th>Talk</th>
                {all && <th>Annotator</th>}
                <th>State</th>
                <th>Rows done</th>
                <th>From</th>
                <th>
                  <span className="vh">Actions</span>
                </th>
              </>
            }
          >
            {reviews.data.results.map((review) => (
              <tr key={review.id}>
                <th scope="row">
                  <Link to={`/review/${review.id}`} dir="auto">
                    {review.pair.title}
                  </Link>
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
                    value={review.n_rows ? review.n_done / review.n_rows : 0}
                    label={`Rows done of ${review.pair.title}`}
                    text={`${count(review.n_done)} / ${count(review.n_rows)}`}
                  />
                </td>
                <td data-nowrap className="soft">
                  {review.run ? `run ${review.run.number}, ${review.run.engine}` : '–'}
                </td>
                <td data-right data-nowrap>
                  {review.state === 'submitted' && canCurate(role) && (
                    <Button onClick={() => setReturning(review)} aria-label={`Return ${review.pair.title}`}>
                      Return
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pager total={reviews.data?.count ?? 0} what="reviews" />
      </Part>
      {returning && <ReturnDialog review={returning} onClose={() => setReturning(null)} />}
    </Page>
  );
}
