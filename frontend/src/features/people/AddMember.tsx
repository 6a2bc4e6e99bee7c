import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { useAddMember } from '@/api/projects';
import type { Role } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { roles } from './MemberRow';

/** Adds a person by user name; somebody without an account gets one, with a first password to hand over. */
export function AddMember({ slug }: { slug: string }) {
  const add = useAddMember(slug);
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<Role>('annotator');
  const [unknown, setUnknown] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isNew = unknown !== null && unknown === username.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
          if (error instanceof ApiError && error.code === 'unknown_user') setUnknown(username.trim());
        },
      },
    );
  };
  const fault = add.error instanceof ApiError && isNew ? add.error.field('password') : undefined;
  return (
    <Part title="Add someone">
      <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
        <TextInput
          label="User name"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
          data={Object.keys(roles)}
        />
        {isNew && (
          <>
            <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <PasswordInput
              label="First password"
              description="Hand it over yourself; nothing is sent."
              required
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={fault}
            />
          </>
        )}
        {add.isError && !fault && <ErrorNote error={add.error} />}
        <div>
          <Button type="submit" variant="filled" loading={add.isPending} disabled={!username.trim()}>
            {isNew ? 'Make the account and add it' : 'Add'}
          </Button>
        </div>
      </form>
    </Part>
  );
}
