import { Link, useParams, useSearchParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useInvitations } from '@/api/invitations';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useSucceededRuns } from '@/api/runs';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { AuthorFigures } from './AuthorFigures';
import { AuthorLinks } from './AuthorLinks';
import { SummaryOfRun } from './SummaryOfRun';
import { SummaryTabs } from './SummaryTabs';

/** The summaries of a project, and how authors rated them. The run is in the URL. */
export function SummariesPage() {
  const { slug = '' } = useParams();
  const [params] = useSearchParams();
  const defaults = useDefaults();
  const runs = useSucceededRuns(slug);
  const role = useProject(slug).data?.role;
  const invitations = useInvitations({ project: slug }, may(role, 'invitations', 'list'));

  const summarized = (runs.data?.results ?? []).filter((run) => run.pair_kind === 'paper_talk');
  const run = summarized.find(({ id }) => String(id) === params.get('run')) ?? summarized[0] ?? null;
  const ofRun = (invitations.data?.results ?? []).filter((invitation) => invitation.run === run?.id);
  return (
    <Page
      title="Summaries"
      lead="The sentences the talk spent the most words on, in the order of the paper."
      aside={
        may(role, 'invitations', 'list') && (
          <>
            <Part title="All authors">
              <AuthorFigures slug={slug} />
            </Part>
            {run && (
              <Part title="Author links" note={run.pair_title}>
                {invitations.isError && (
                  <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />
                )}
                <AuthorLinks invitations={ofRun} runs={[run]} canInvite={may(role, 'invitations', 'create')} />
              </Part>
            )}
          </>
        )
      }
    >
      <SummaryTabs />
      <Part title="Summary" note={run ? `${run.pair_title}, run ${run.number}` : undefined}>
        {runs.isPending && <Loading what="runs" />}
        {runs.isError && <ErrorNote error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data && !run && (
          <p className="soft">
            No summaries yet. Align a paper with its talk on the <Link to={`/p/${slug}/pairs`}>Pairs</Link> page.
          </p>
        )}
        {defaults.isError && <ErrorNote error={defaults.error} onRetry={() => void defaults.refetch()} />}
        {run && defaults.data && <SummaryOfRun runs={summarized} run={run} defaults={defaults.data} />}
      </Part>
    </Page>
  );
}
