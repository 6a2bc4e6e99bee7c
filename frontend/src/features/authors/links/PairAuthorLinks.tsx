import { useInvitations } from '@/api/invitations';
import type { PairDetail, Run } from '@/api/types';
import { Pending } from '@/ui/Pending';
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
      <Pending of={invitations} />
      {invitations.data && (
        <AuthorLinks slug={slug} invitations={invitations.data.results} runs={runs} canInvite={canInvite} />
      )}
    </>
  );
}
