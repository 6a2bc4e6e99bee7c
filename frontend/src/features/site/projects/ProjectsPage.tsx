import { Link } from 'react-router';
import { useProjects } from '@/api/projects';
import { useSession } from '@/api/session';
import { count, plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { right, Table } from '@/ui/Table';
import { NewProject } from './NewProject';

/** The projects one belongs to, and a form for a new one. */
export function ProjectsPage() {
  const projects = useProjects();
  const user = useSession().data?.user;
  return (
    <Page
      title="Projects"
      lead="Lectern turns talks into data: import texts, have them aligned, review the links with others, and release what is right. Begin by opening a project."
    >
      <Part title="Your projects" note={projects.data ? plural(projects.data.length, 'project') : undefined}>
        <Pending of={projects} what="your projects" />
        {projects.data?.length === 0 && (
          <p className="soft">
            You’re not a member of any project yet. Ask a project admin to add you as {user?.username}
            {user?.may_create_projects ? ', or create a project below.' : '.'}
          </p>
        )}
        {projects.data && projects.data.length > 0 && (
          <Table label="Projects" columns={['Project', right('Pairs'), right('People'), 'Your role']}>
            {projects.data.map((project) => (
              <tr key={project.slug}>
                <th scope="row">
                  <Link to={`/p/${project.slug}`} dir="auto">
                    {project.name}
                  </Link>
                  {project.description && <small dir="auto">{project.description}</small>}
                </th>
                <td data-right data-label="pairs" className="num">
                  {count(project.counts.pairs ?? 0)}
                </td>
                <td data-right data-label="people" className="num">
                  {count(project.counts.members ?? 0)}
                </td>
                <td data-label="your role">{project.role}</td>
              </tr>
            ))}
          </Table>
        )}
      </Part>
      {user?.may_create_projects && <NewProject />}
    </Page>
  );
}
