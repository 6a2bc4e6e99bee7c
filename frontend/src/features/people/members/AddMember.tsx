import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/api/client';
import { useAddMember } from '@/api/projects';
import type { Role } from '@/api/types';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { useFields } from '@/ui/useFields';
import { roles } from './roles';

/** Adds a person by user name. A person without an account gets one, with a first password to pass on. */
export function AddMember({ slug }: { slug: string }) {
  const add = useAddMember(slug);
  const blank = { username: '', role: 'annotator' as Role, name: '', password: '' };
  const { values, change, field, rest } = useFields(blank, isUnknownUser(add.error) ? null : add.error);
  const { role, name, password } = values;
  const username = values.username.trim();
  const [unknown, setUnknown] = useState<string | null>(null);
  const isNew = unknown !== null && unknown === username;
  const submit = () =>
    add.mutate(
      { username, role, ...(isNew && { name: name.trim(), password }) },
      {
        onSuccess: () => change({ ...blank, role }),
        onError: (error) => {
          if (isUnknownUser(error)) setUnknown(username);
        },
      },
    );
  return (
    <Part title="Add somebody who has an account">
      <Form
        onSubmit={submit}
        error={rest}
        submit={isNew ? 'Create account and add' : 'Add'}
        isPending={add.isPending}
        disabled={!username}
      >
        <TextInput label="User name" required autoCapitalize="none" spellCheck={false} {...field('username')} />
        <NativeSelect label="Role" data={Object.keys(roles)} {...field('role')} />
        <p role="status" hidden={!isNew}>
          {isNew && `There is no account named ${unknown} yet. Choose a first password to create it.`}
        </p>
        {isNew && (
          <>
            <TextInput label="Name" {...field('name')} />
            <PasswordInput
              label="First password"
              description="Pass it on yourself. They choose their own when they first sign in."
              required
              autoComplete="new-password"
              {...field('password')}
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
