import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useProject } from '@/api/projects';
import { useReviews } from '@/api/reviews';
import { may } from '@/api/roles';
import type { ReviewListed } from '@/api/types';
import { plural } from '@/lib/format';
import { useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { ReturnDialog } from './ReturnDialog';
import { ReviewsTable } from './ReviewsTable';
import { StateFilter, stateOf } from './StateFilter';

export function ReviewsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const [params] = useSearchParams();
  const choose = useChooseParams();
  const all = params.get('of') === 'all';
  const state = stateOf(params.get('state'));
  const given = params.get('guidelines');
  const guidelines = given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  const role = useProject(slug).data?.role;
  const reviews = useReviews({
    project: slug,
    mine: all ? undefined : true,
    state,
    guidelines,
    page: usePage(),
    page_size: pageSize,
  });
  const set = (name: 'of' | 'state' | 'guidelines', value: string) => choose({ [name]: value, page: null });
  const [returning, setReturning] = useState<ReviewListed | null>(null);
  return (
    <Page
      title="Reviews"
      lead="A review is one annotator’s working copy of a pair’s links."
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
