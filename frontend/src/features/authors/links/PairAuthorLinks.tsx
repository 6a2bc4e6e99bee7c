import { useInvitations } from '@/api/invitations';
import type { PairDetail, Run } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { AuthorLinks } from './AuthorLinks';

interface PairAuthorLinksProps {
  slug: string;
  pair: PairDetail;
  /** Runs that succeeded, newest first. */
  runs: Run[];
  canInvite: boolean;
}

/** The author links of one pair, for its page. */
export function PairAuthorLinks({ slug, pair, runs, canInvite }: PairAuthorLinksProps) {
  const invitations = useInvitations({ project: slug, pair: pair.id }, true);
  return (
    <>
      {invitations.isError && <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {invitations.data && (
        <AuthorLinks slug={slug} invitations={invitations.data.results} runs={runs} canInvite={canInvite} />
      )}
    </>
  );
}
