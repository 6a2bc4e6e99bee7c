import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCreateProject } from '@/api/projects';
import { ErrorNote } from '@/ui/ErrorNote';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';

/** Creates a project and opens it; whoever creates it is its admin. */
export function NewProject() {
  const [name, setName] = useState('');
  const create = useCreateProject();
  const navigate = useNavigate();
  const errors = formErrors(create.error, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim() }, { onSuccess: (project) => void navigate(`/p/${project.slug}`) });
  };
  return (
    <Part title="New project">
      <form onSubmit={submit} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'flex-end' }}>
        <TextField
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={setName}
          error={errors.field('name')}
          style={{ flex: '0 1 320px' }}
        />
        <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
          Create
        </Button>
      </form>
      {errors.rest !== null && <ErrorNote error={errors.rest} />}
      <p style={{ marginTop: 8 }}>
        <Link to="/import">Import a project</Link> that was exported from a Lectern.
      </p>
    </Part>
  );
}
