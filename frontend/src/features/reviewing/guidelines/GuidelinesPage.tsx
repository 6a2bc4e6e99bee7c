import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useGuidelines } from '@/features/reviewing/requests/guidelines';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Reader } from './Reader';
import { Writer } from './Writer';

/** The guidelines of a project: admins write and publish them, everybody else reads them. `tabs`: of the pages beside. */
export function GuidelinesPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const found = useGuidelines(slug);
  useTitle('Guidelines');
  if (!found.data) {
    return (
      <Page title="Guidelines">
        {tabs}
        {found.isPending && <Loading what="the guidelines" />}
        {found.isError && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      </Page>
    );
  }
  if (may(role, 'guidelines', 'save')) return <Writer slug={slug} guidelines={found.data} tabs={tabs} />;
  return <Reader slug={slug} guidelines={found.data} tabs={tabs} />;
}
