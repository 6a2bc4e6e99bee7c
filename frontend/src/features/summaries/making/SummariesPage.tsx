import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import { useInvitations } from '@/api/invitations';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Page, Part } from '@/ui/Page';
import { ProjectSummaries } from './ProjectSummaries';
import { RunsWithSummaries } from './RunsWithSummaries';

interface SummariesPageProps {
  tabs: ReactNode;
  AuthorFigures: ComponentType<{ slug: string }>;
}

/** The summaries of a project: made for all talks at once, each opening in its paper. */
export function SummariesPage({ tabs, AuthorFigures }: SummariesPageProps) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const seesRatings = may(role, 'invitations', 'list');
  const invitations = useInvitations({ project: slug }, seesRatings);
  return (
    <Page
      title="Summaries"
      guide="admin#summaries"
      lead="The sentences the talk spent the most words on, in the order of the paper."
      aside={
        seesRatings &&
        (invitations.data?.results.length ?? 0) > 0 && (
          <Part title="All authors">
            <AuthorFigures slug={slug} />
          </Part>
        )
      }
    >
      {tabs}
      {role && (may(role, 'summaries', 'list') ? <ProjectSummaries slug={slug} /> : <RunsWithSummaries slug={slug} />)}
    </Page>
  );
}
