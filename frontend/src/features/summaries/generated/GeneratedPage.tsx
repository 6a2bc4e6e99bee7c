import { Link, useParams } from 'react-router';
import { usePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { GeneratedView } from './GeneratedView';
import { useRuns } from './requests';

/** What systems made of the slides of a talk, or of what was said on them. */
export function GeneratedPage() {
  const { slug = '', pairId } = useParams();
  const pair = usePair(Number(pairId));
  const project = useProject(slug);
  const role = project.data?.role;
  const mayRead = may(role, 'generation-runs', 'list');
  const runs = useRuns(slug, mayRead);
  if (project.data && !mayRead) {
    return (
      <Notice title="No generated texts here">
        <p>Annotators do not see what systems made.</p>
      </Notice>
    );
  }
  if (pair.data && runs.data) {
    return (
      <GeneratedView
        slug={slug}
        pair={pair.data}
        runs={runs.data}
        role={role}
        mayChange={may(role, 'generation-runs', 'create')}
      />
    );
  }
  const error = pair.error ?? runs.error ?? project.error;
  if (!error) return <Loading what="generated texts" />;
  return (
    <Notice title="No generated texts here">
      <ErrorNote error={error} onRetry={() => void runs.refetch()} />
      <p>
        <Link to={`/p/${slug}/pairs`}>All pairs</Link>
      </p>
    </Notice>
  );
}
