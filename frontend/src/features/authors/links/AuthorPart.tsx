import { useInvitations } from '@/api/invitations';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useRuns } from '@/api/runs';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { AuthorLinks } from './AuthorLinks';

interface AuthorPartProps {
  slug: string;
  pair: number;
  run: number;
}

/** The links with which authors rate the summary of a run, for those who may see them. */
export function AuthorPart({ slug, pair, run }: AuthorPartProps) {
  const role = useProject(slug).data?.role;
  const sees = may(role, 'invitations', 'list');
  const invitations = useInvitations({ project: slug, pair }, sees);
  const runs = useRuns({ pair, state: 'succeeded' });
  if (!sees) return null;
  return (
    <Part title="Authors">
      <Pending of={invitations} />
      {invitations.data && (
        <AuthorLinks
          slug={slug}
          invitations={invitations.data.results.filter((each) => each.run === run)}
          runs={(runs.data?.results ?? []).filter(({ id }) => id === run)}
          canInvite={may(role, 'invitations', 'create')}
        />
      )}
    </Part>
  );
}
