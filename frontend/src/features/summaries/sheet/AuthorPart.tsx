import { useInvitations } from '@/api/invitations';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useRuns } from '@/api/runs';
import type { Sheet } from '@/api/summaries';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { AuthorLinks } from '../AuthorLinks';

/** The links with which authors rate the summary of this run, for those who may see them. */
export function AuthorPart({ slug, sheet }: { slug: string; sheet: Sheet }) {
  const role = useProject(slug).data?.role;
  const sees = may(role, 'invitations', 'list');
  const invitations = useInvitations({ project: slug, pair: sheet.pair.id }, sees);
  const runs = useRuns({ pair: sheet.pair.id, state: 'succeeded' });
  if (!sees) return null;
  return (
    <Part title="Authors">
      {invitations.isError && <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {invitations.data && (
        <AuthorLinks
          invitations={invitations.data.results.filter(({ run }) => run === sheet.run.id)}
          runs={(runs.data?.results ?? []).filter(({ id }) => id === sheet.run.id)}
          canInvite={may(role, 'invitations', 'create')}
        />
      )}
    </Part>
  );
}
