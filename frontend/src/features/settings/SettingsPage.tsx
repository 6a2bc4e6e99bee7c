import { Button, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { canManage, useProject, useUpdateProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Page, Part } from '@/ui/Page';
import { FiltersPart } from './FiltersPart';
import { RemoveProject } from './RemoveProject';
import { TokenPart } from './TokenPart';

export function SettingsPage() {
  const { slug = '' } = useParams();
  const project = useProject(slug).data;
  if (!project) return null;
  return (
    <Page title="Settings" aside={<TokenPart />}>
      <Part title="Project">
        {canManage(project.role) ? <ProjectForm project={project} /> : <ReadOnly project={project} />}
      </Part>
      <FiltersPart project={project} />
      {canManage(project.role) && <RemoveProject project={project} />}
    </Page>
  );
}

function ProjectForm({ project }: { project: Project }) {
  const update = useUpdateProject(project.slug);
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const [guidelines, setGuidelines] = useState(project.guidelines);
  const [tags, setTags] = useState(project.error_tags);
  const fault = (field: string) => (update.error instanceof ApiError ? update.error.field(field) : undefined);
  const changed =
    name !== project.name ||
    description !== project.description ||
    guidelines !== project.guidelines ||
    tags.join('\n') !== project.error_tags.join('\n');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ name: name.trim(), description, guidelines, error_tags: tags });
  };
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 16, maxWidth: 640 }}>
      <TextInput
        label="Name"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault('name')}
      />
      <TextInput
        label="Description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={fault('description')}
      />
      <Textarea
        label="Guidelines"
        description="Open beside every row of a review."
        autosize
        minRows={6}
        maxRows={20}
        value={guidelines}
        onChange={(event) => setGuidelines(event.currentTarget.value)}
        error={fault('guidelines')}
      />
      <TagsInput
        label="Error tags"
        description="What annotators can mark a row with. Enter adds one."
        value={tags}
        onChange={setTags}
        error={fault('error_tags')}
      />
      {update.isError && <ErrorNote error={update.error} />}
      <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
        <Button type="submit" variant="filled" loading={update.isPending} disabled={!changed || !name.trim()}>
          Save
        </Button>
        <span role="status" className="soft">
          {update.isSuccess && !changed && 'Saved'}
          {changed && 'Not saved yet'}
        </span>
      </div>
    </form>
  );
}

function ReadOnly({ project }: { project: Project }) {
  return (
    <Facts
      facts={[
        ['Name', project.name],
        ['Description', project.description],
        [
          'Guidelines',
          <span key="guidelines" style={{ whiteSpace: 'pre-wrap' }}>
            {project.guidelines || 'none'}
          </span>,
        ],
        ['Error tags', project.error_tags.join(', ')],
        ['Your role', project.role],
      ]}
    />
  );
}
