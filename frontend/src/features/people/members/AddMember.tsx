import { NativeSelect, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/api/client';
import { useAddMember } from '@/api/projects';
import type { Role } from '@/api/types';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { roles } from './roles';

/** Adds a person by user name. A person without an account gets one, with a first password to pass on. */
export function AddMember({ slug }: { slug: string }) {
  const add = useAddMember(slug);
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<Role>('annotator');
  const [unknown, setUnknown] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isNew = unknown !== null && unknown === username.trim();
  const isUnknown = isUnknownUser(add.error);
  const errors = formErrors(isUnknown ? null : add.error, isNew ? ['username', 'name', 'password'] : ['username']);
  const submit = () => {
    const person = isNew ? { name: name.trim(), password } : {};
    add.mutate(
      { username: username.trim(), role, ...person },
      {
        onSuccess: () => {
          setUsername('');
          setName('');
          setPassword('');
        },
        onError: (error) => {
          if (isUnknownUser(error)) setUnknown(username.trim());
        },
      },
    );
  };
  return (
    <Part title="Add somebody who has an account">
      <Form
        onSubmit={submit}
        error={errors.rest}
        submit={isNew ? 'Create account and add' : 'Add'}
        isPending={add.isPending}
        disabled={!username.trim()}
      >
        <TextField
          label="User name"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={setUsername}
          error={errors.field('username')}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
          data={Object.keys(roles)}
        />
        <p role="status" hidden={!isNew}>
          {isNew && `There is no account named ${unknown} yet. Choose a first password to create it.`}
        </p>
        {isNew && (
          <>
            <TextField label="Name" value={name} onChange={setName} error={errors.field('name')} />
            <PasswordInput
              label="First password"
              description="Pass it on yourself. They choose their own when they first sign in."
              required
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={errors.field('password')}
            />
          </>
        )}
      </Form>
    </Part>
  );
}

/** Not a mistake to show in red: the form goes on and asks for what a new account needs. */
function isUnknownUser(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unknown_user';
}
