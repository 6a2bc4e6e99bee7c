import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSignIn } from '@/api/session';
import classes from './SignIn.module.css';

/** User name and password. An error is shown below the password, which is selected for typing it again. */
export function SignInForm({ username = '', onSignedIn }: { username?: string; onSignedIn?: () => void }) {
  const [name, setName] = useState(username);
  const [password, setPassword] = useState('');
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useSignIn();

  useEffect(() => {
    (username ? passwordField : nameField).current?.focus();
  }, [username]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate(
      { username: name, password },
      { onSuccess: () => onSignedIn?.(), onError: () => passwordField.current?.select() },
    );
  };

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Sign in">
      <label className={classes.input}>
        User name
        <input
          ref={nameField}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <div className={classes.input}>
        <label htmlFor="sign-in-password">Password</label>
        <input
          id="sign-in-password"
          ref={passwordField}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          aria-invalid={signIn.isError || undefined}
          aria-describedby={signIn.isError ? 'sign-in-error' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {signIn.isError && (
          <span id="sign-in-error" role="alert" className={classes.error}>
            <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
            {signIn.error.message}
          </span>
        )}
      </div>
      <Button type="submit" variant="filled" size="md" loading={signIn.isPending} fullWidth>
        Sign in
      </Button>
    </form>
  );
}
