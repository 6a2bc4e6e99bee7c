import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { useChangePassword, useSession, useSignOut } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';

/** Shown instead of any page, until somebody has changed the password that another person chose for them. */
export function FirstPassword({ username }: { username: string }) {
  useTitle('Choose your password');
  const session = useSession();
  const change = useChangePassword();
  const signOut = useSignOut();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const shortest = useDefaults().data?.password_characters;
  const errors = formErrors(change.error, ['password', 'new_password']);
  return (
    <Doorway title="Choose your password">
      <p className={classes.lead}>Someone else chose your password. Choose your own to continue.</p>
      <Form
        label="Your own password"
        onSubmit={() => change.mutate({ password, new_password: next }, { onSuccess: () => void session.refetch() })}
        error={errors.rest}
        submit="Change password"
        isPending={change.isPending || change.isSuccess}
        disabled={!password || !next}
        beside={
          <Button
            loading={signOut.isPending}
            onClick={() => signOut.mutate(undefined, { onSuccess: () => globalThis.location.assign('/sign-in') })}
          >
            Sign out
          </Button>
        }
      >
        {/* For the browser's password manager, which otherwise does not know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label="Current password"
          required
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.field('password')}
        />
        <PasswordInput
          label="Your new password"
          description={shortest ? `At least ${shortest} characters.` : undefined}
          required
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={errors.field('new_password')}
        />
      </Form>
    </Doorway>
  );
}
