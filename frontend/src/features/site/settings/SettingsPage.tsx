import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Project } from '@/api/types';
import { Facts } from '@/ui/Facts';
import { Page, Part } from '@/ui/Page';
import { DeleteProject } from './DeleteProject';
import { FilterSettings } from './FilterSettings';
import { ProjectForm } from './ProjectForm';

/** The name of a project and what it goes by. */
export function SettingsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const project = useProject(slug).data;
  if (!project) return null;
  return (
    <Page title="Settings" guide="researcher#rest">
      {tabs}
      <Part title="Project">
        {may(project.role, 'projects', 'partial_update') ? (
          <ProjectForm project={project} />
        ) : (
          <ReadOnly project={project} />
        )}
      </Part>
      <Part title="Guidelines and labels">
        <p className="soft" style={{ maxWidth: 640, marginBottom: 8 }}>
          The annotation guidelines and label set.
        </p>
        <Link to={`/p/${slug}/reviews/guidelines`}>Open the guidelines</Link>
      </Part>
      <Part title="Glossary">
        <p className="soft" style={{ maxWidth: 640, marginBottom: 8 }}>
          Required and forbidden translations of terms. Reviewers see terms underlined, and post-edits are checked
          against them.
        </p>
        <Link to={`/p/${slug}/settings/glossary`}>Open the glossary</Link>
      </Part>
      {!project.has_summaries && (
        <Part title="Summaries and ratings">
          <p className="soft" style={{ maxWidth: 640, marginBottom: 8 }}>
            These pages have a tab once there is a paper, slides or a rating task.
          </p>
          <Link to={`/p/${slug}/summaries/ratings/tasks`}>Open the rating tasks</Link>
        </Part>
      )}
      <FilterSettings project={project} />
      {may(project.role, 'projects', 'destroy') && <DeleteProject project={project} />}
    </Page>
  );
}

function ReadOnly({ project }: { project: Project }) {
  return (
    <Facts
      facts={[
        ['Name', project.name],
        ['Description', project.description],
        ['Long spans of a talk', project.cut_long_spans ? 'cut when a review is opened' : 'left whole'],
        ['Your role', project.role],
      ]}
    />
  );
}
