import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { largestPage } from '@/api/everyPage';
import { usePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useEngines, useRuns } from '@/api/runs';
import type { PairDetail, Run } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { kindLabels } from '@/ui/kinds';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { EditPair } from './EditPair';
import { PairDocuments, Superseded } from './PairDocuments';
import { PairReviews } from './PairReviews';
import { ReviewButton } from './ReviewButton';

interface PairPageProps {
  /** What other features show about a pair; `app` puts them together, as features never import each other. */
  StartRun: ComponentType<{ pair: number }>;
  RunsTable: ComponentType<{ runs: Run[]; canCancel: boolean }>;
  AuthorLinks: ComponentType<{ slug: string; pair: PairDetail; runs: Run[]; canInvite: boolean }>;
}

/** One pair: its documents, runs and reviews, and what can be done with it. */
export function PairPage({ StartRun, RunsTable, AuthorLinks }: PairPageProps) {
  const { slug = '', pairId } = useParams();
  const pair = usePair(Number(pairId));
  const role = useProject(slug).data?.role;
  const runs = useRuns({ pair: Number(pairId), page_size: largestPage });
  const mayAlign = may(role, 'runs', 'create');
  const engines = useEngines(mayAlign ? Number(pairId) : null);
  if (pair.isPending) return <Loading what="the pair" />;
  if (!pair.data) {
    return <Notice title="Couldn’t open the pair" failed={pair} out={[`/p/${slug}/pairs`, 'All pairs']} />;
  }
  const { kind, title } = pair.data;
  const all = runs.data?.results ?? [];
  const succeeded = all.filter((run) => run.state === 'succeeded');
  // Everything below the engines waits for them, so that nothing moves away from under the pointer.
  const isSettled = !mayAlign || !engines.isPending;
  return (
    <Page
      title={title}
      above={<Link to={`/p/${slug}/pairs`}>Pairs</Link>}
      lead={kindLabels[kind]}
      actions={
        <ReviewButton pair={pair.data} canReview={may(role, 'reviews', 'create')} hasRun={succeeded.length > 0} />
      }
      aside={
        <>
          {mayAlign && (
            <Part title="Align">
              <StartRun pair={pair.data.id} />
            </Part>
          )}
          {kind === 'paper_talk' && may(role, 'invitations', 'list') && isSettled && (
            <Part title="Author links">
              <AuthorLinks
                slug={slug}
                pair={pair.data}
                runs={succeeded}
                canInvite={may(role, 'invitations', 'create')}
              />
            </Part>
          )}
          {isSettled && <EditPair slug={slug} pair={pair.data} myRole={role} />}
        </>
      }
    >
      <Part
        title="Documents"
        actions={
          <>
            {kind === 'slides_talk' && <Link to={`/p/${slug}/pairs/${pair.data.id}/timeline`}>Timeline</Link>}
            {kind === 'slides_talk' && may(role, 'generation-runs', 'list') && (
              <Link to={`/p/${slug}/pairs/${pair.data.id}/generated`}>Generated text</Link>
            )}
            {kind === 'paper_talk' && <Link to={`/p/${slug}/pairs/${pair.data.id}/passages`}>Passages</Link>}
          </>
        }
      >
        <Superseded slug={slug} pair={pair.data} />
        <PairDocuments slug={slug} pair={pair.data} />
      </Part>
      <Part
        title="Runs"
        actions={succeeded.length >= 2 && <Link to={`/p/${slug}/pairs/${pair.data.id}/compare`}>Compare runs</Link>}
      >
        {runs.isError && <ErrorNote error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data && all.length === 0 && (
          <p className="soft">
            Not aligned yet. {mayAlign ? 'Choose an engine and select Align.' : 'Only project admins can start runs.'}
          </p>
        )}
        {all.length > 0 && <RunsTable runs={all} canCancel={may(role, 'runs', 'cancel')} />}
      </Part>
      <Part title="Reviews">
        <PairReviews
          pair={pair.data}
          hasRun={succeeded.length > 0}
          seesAll={may(role, 'reading', 'any_review')}
          explains={may(role, 'reviews', 'why_gold')}
        />
      </Part>
    </Page>
  );
}
