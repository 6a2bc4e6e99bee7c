import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRemoveProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import classes from './Settings.module.css';

/** Deletes a project with everybody's work in it, so its name has to be typed first. */
export function DeleteProject({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  return (
    <Part title="Delete project">
      <p className="soft" style={{ marginBottom: 8 }}>
        This also deletes its documents, runs, reviews, test sets and authors’ answers.{' '}
        <Link to={`/p/${project.slug}/settings/move`}>Export the project</Link> first.
      </p>
      <Button onClick={() => setAsking(true)}>Delete project</Button>
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
    <Modal opened onClose={onClose} title="Delete project">
      <form onSubmit={submit} className={classes.ask}>
        <p className="soft">
          This deletes <b dir="auto">{project.name}</b>, its {plural(project.counts.pairs ?? 0, 'pair')} and everybody’s
          work. You can’t undo this.
        </p>
        <TextField
          label="Type its name to confirm"
          required
          autoComplete="off"
          data-autofocus
          dir="auto"
          value={typed}
          onChange={setTyped}
        />
        {remove.isError && <ErrorNote error={remove.error} />}
        <div className={classes.buttons}>
          <Button
            type="submit"
            color="red"
            variant="outline"
            loading={remove.isPending}
            disabled={typed.trim() !== project.name.trim()}
          >
            Delete permanently
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
