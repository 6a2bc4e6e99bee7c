import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { useInvitations } from '@/api/invitations';
import { usePair } from '@/api/pairs';
import { canCurate, canManage, canReview, useProject } from '@/api/projects';
import { useOpenReview } from '@/api/reviews';
import { useEngines, useRuns } from '@/api/runs';
import type { PairDetail } from '@/api/types';
import { ago, count } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';
import { AuthorLinks } from './AuthorLinks';
import { PairDocuments } from './PairDocuments';
import { RunsTable } from './RunsTable';
import { StartRun } from './StartRun';
import { Superseded } from './Superseded';
import { TalkPart } from './TalkPart';
import { kindWords } from './words';

export function PairPage() {
  const { slug = '', pairId } = useParams();
  const pair = usePair(Number(pairId));
  const role = useProject(slug).data?.role;
  const runs = useRuns({ pair: Number(pairId), page_size: 200 });
  const invitations = useInvitations({ project: slug, pair: Number(pairId) }, canCurate(role));
  const engines = useEngines(canManage(role) ? Number(pairId) : null);
  if (pair.isPending) return <Loading what="the talk" />;
  if (!pair.data) {
    return (
      <Notice title="The talk did not open">
        <ErrorNote error={pair.error} onRetry={() => void pair.refetch()} />
        <p>
          <Link to={`/p/${slug}/talks`}>All talks</Link>
        </p>
      </Notice>
    );
  }
  const { kind, title } = pair.data;
  const all = runs.data?.results ?? [];
  const done = all.filter((run) => run.state === 'succeeded');
  // What stands below the engines comes with them: it would be pushed away from under the pointer.
  const isSettled = !canManage(role) || !engines.isPending;
  return (
    <Page
      title={title}
      above={<Link to={`/p/${slug}/talks`}>Talks</Link>}
      lead={kindWords[kind]}
      actions={<ReviewButton pair={pair.data} canReview={canReview(role)} hasRun={done.length > 0} />}
      aside={
        <>
          {canManage(role) && (
            <Part title="Align">
              <StartRun pair={pair.data.id} />
            </Part>
          )}
          {kind === 'paper_talk' && canCurate(role) && isSettled && (
            <Part title="Author’s links">
              {invitations.isError && (
                <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />
              )}
              {invitations.data && (
                <AuthorLinks invitations={invitations.data.results} runs={done} canInvite={canManage(role)} />
              )}
            </Part>
          )}
          {canManage(role) && isSettled && <TalkPart slug={slug} pair={pair.data} />}
        </>
      }
    >
      <Part title="Documents">
        <Superseded slug={slug} pair={pair.data} />
        <PairDocuments slug={slug} pair={pair.data} />
      </Part>
      <Part title="Runs">
        {runs.isError && <ErrorNote error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data && all.length === 0 && (
          <p className="soft">
            Not aligned yet.{' '}
            {canManage(role) ? 'Choose an engine and press Align.' : 'Who administers the project starts runs.'}
          </p>
        )}
        {all.length > 0 && <RunsTable runs={all} canCancel={canManage(role)} />}
      </Part>
      <Part title="Reviews">
        <Reviews pair={pair.data} hasRun={done.length > 0} seesAll={canCurate(role)} />
      </Part>
    </Page>
  );
}

interface ReviewButtonProps {
  pair: PairDetail;
  canReview: boolean;
  hasRun: boolean;
}

function ReviewButton({ pair, canReview, hasRun }: ReviewButtonProps) {
  const open = useOpenReview();
  const navigate = useNavigate();
  if (pair.my_review) {
    return (
      <Button component={Link} to={`/review/${pair.my_review.id}`} variant="filled">
        {pair.my_review.state === 'submitted' ? 'Open your review' : 'Go on with your review'}
      </Button>
    );
  }
  if (!canReview || !hasRun) return null;
  return (
    <>
      {open.isError && <ErrorNote error={open.error} />}
      <Button
        data-once
        variant="filled"
        loading={open.isPending}
        onClick={() => open.mutate({ pair: pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) })}
      >
        Review
      </Button>
    </>
  );
}

interface ReviewsProps {
  pair: PairDetail;
  hasRun: boolean;
  seesAll: boolean;
}

function Reviews({ pair, hasRun, seesAll }: ReviewsProps) {
  if (pair.reviews.length === 0) {
    const nobody = seesAll ? 'Nobody reviews this talk yet.' : 'Of the reviews of this talk you see none yet.';
    return <p className="soft">{hasRun ? nobody : 'A review starts from a run’s links.'}</p>;
  }
  return (
    <Table
      label="Reviews"
      head={
        <>
          <th>Annotator</th>
          <th>State</th>
          <th data-right>Rows done</th>
          <th>Last change</th>
        </>
      }
    >
      {pair.reviews.map((review) => (
        <tr key={review.id}>
          <th scope="row">
            <Link to={`/review/${review.id}`}>{review.annotator.name || review.annotator.username}</Link>
            {review.state === 'returned' && review.return_reason && <small dir="auto">“{review.return_reason}”</small>}
          </th>
          <td>
            <StateBadge state={review.state} />
          </td>
          <td data-right data-nowrap className="num">
            {count(review.n_done)} / {count(review.n_rows)}
          </td>
          <td data-nowrap className="soft">
            {ago(review.updated_at)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
