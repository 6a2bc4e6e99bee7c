import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRemoveProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';

/** The end of a project. Everybody's work goes with it, so its name is typed first. */
export function RemoveProject({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  return (
    <Part title="Remove the project">
      <p className="soft" style={{ marginBottom: 8 }}>
        Its talks, runs, reviews, test sets and authors’ answers go with it. Download the gold first.
      </p>
      <Button onClick={() => setAsking(true)}>Remove the project</Button>
      {asking && <Ask project={project} onClose={() => setAsking(false)} />}
    </Part>
  );
}

function Ask({ project, onClose }: { project: Project; onClose: () => void }) {
  useReturnFocus();
  const remove = useRemoveProject();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(project.slug, { onSuccess: () => void navigate('/') });
  };
  return (
    <Modal opened onClose={onClose} title="Remove the project">
      <form onSubmit={submit} style={{ display: 'grid', gap: 12, overflowWrap: 'anywhere' }}>
        <p className="soft">
          <b dir="auto">{project.name}</b> and {plural(project.counts.pairs ?? 0, 'talk')} in it are lost, with what
          everybody did. This cannot be undone.
        </p>
        <TextInput
          label="Type its name to go on"
          required
          autoComplete="off"
          data-autofocus
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.isError && <ErrorNote error={remove.error} />}
        <div style={{ display: 'flex', gap: 8 }}>
          <Button
            type="submit"
            color="red"
            variant="outline"
            loading={remove.isPending}
            disabled={typed.trim() !== project.name.trim()}
          >
            Remove it for good
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </form>
    </Modal>
  );
}
