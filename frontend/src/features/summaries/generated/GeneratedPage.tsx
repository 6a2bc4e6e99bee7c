import { useParams } from 'react-router';
import { usePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
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
      <Notice title="No generated texts here" out={[`/p/${slug}/pairs`, 'All pairs']}>
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
    <Notice
      title="No generated texts here"
      failed={{ error, refetch: runs.refetch }}
      out={[`/p/${slug}/pairs`, 'All pairs']}
    />
  );
}
