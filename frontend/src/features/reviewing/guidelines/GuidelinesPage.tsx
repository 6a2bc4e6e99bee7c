import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useGuidelines } from '@/api/guidelines';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
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
  const guidelines = useGuidelines(slug);
  useTitle('Guidelines');
  if (!guidelines.data) {
    return (
      <Page title="Guidelines">
        {tabs}
        {guidelines.isPending && <Loading what="the guidelines" />}
        {guidelines.isError && <ErrorNote error={guidelines.error} onRetry={() => void guidelines.refetch()} />}
      </Page>
    );
  }
  if (may(role, 'guidelines', 'save')) return <Writer slug={slug} guidelines={guidelines.data} tabs={tabs} />;
  return <Reader slug={slug} guidelines={guidelines.data} tabs={tabs} />;
}
