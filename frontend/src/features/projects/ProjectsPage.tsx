import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { useCreateProject, useProjects } from '@/api/projects';
import { useSession } from '@/api/session';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Table } from '@/ui/Table';

export function ProjectsPage() {
  const projects = useProjects();
  const user = useSession().data?.user;
  return (
    <Page title="Projects">
      <Part title="Yours" note={projects.data ? plural(projects.data.length, 'project') : undefined}>
        {projects.isPending && <Loading what="your projects" />}
        {projects.isError && <ErrorNote error={projects.error} onRetry={() => void projects.refetch()} />}
        {projects.data?.length === 0 && (
          <p className="soft">
            You belong to no project yet. Whoever leads one adds you under People as {user?.username}; or name your own
            below.
          </p>
        )}
        {projects.data && projects.data.length > 0 && (
          <Table
            label="Projects"
            head={
              <>
                <th>Project</th>
                <th data-right>Talks</th>
                <th data-right>People</th>
                <th>Your role</th>
              </>
            }
          >
            {projects.data.map((project) => (
              <tr key={project.slug}>
                <th scope="row">
                  <Link to={`/p/${project.slug}`} dir="auto">
                    {project.name}
                  </Link>
                  {project.description && <small dir="auto">{project.description}</small>}
                </th>
                <td data-right data-label="talks" className="num">
                  {count(project.counts.pairs ?? 0)}
                </td>
                <td data-right data-label="people" className="num">
                  {count(project.counts.members ?? 0)}
                </td>
                <td data-label="you are">{project.role}</td>
              </tr>
            ))}
          </Table>
        )}
      </Part>
      <NewProject />
    </Page>
  );
}

function NewProject() {
  const [name, setName] = useState('');
  const create = useCreateProject();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim() }, { onSuccess: (project) => void navigate(`/p/${project.slug}`) });
  };
  const fault = create.error instanceof ApiError ? create.error.field('name') : undefined;
  return (
    <Part title="New project">
      <form onSubmit={submit} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'flex-end' }}>
        <TextInput
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault}
          style={{ flex: '0 1 320px' }}
        />
        <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
          Create
        </Button>
      </form>
      {create.isError && !fault && <ErrorNote error={create.error} />}
    </Part>
  );
}
