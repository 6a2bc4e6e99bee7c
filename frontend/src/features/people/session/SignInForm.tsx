import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/client';
import { useProvider, useSession, useSignIn, useSignInCode } from '@/api/session';
import classes from './SignIn.module.css';

interface SignInFormProps {
  username?: string;
  onSignedIn?: () => void;
  /** Where people come back to who sign in elsewhere; by default to this page. */
  next?: string;
}

/** User name and password, or the site's provider; then a code, where a person has a second factor. */
export function SignInForm(props: SignInFormProps) {
  const session = useSession();
  // The password was right before this page was loaded, or with a provider.
  const [isWaiting, setWaiting] = useState<boolean | null>(null);
  if (isWaiting ?? session.data?.needs_code) {
    return <CodeForm onSignedIn={props.onSignedIn} onBack={() => setWaiting(false)} />;
  }
  return <PasswordForm {...props} onCodeNeeded={() => setWaiting(true)} provider={session.data?.provider ?? ''} />;
}

/** An error is shown below the password, which is selected for typing it again. */
function PasswordForm({
  username = '',
  onSignedIn,
  onCodeNeeded,
  next,
  provider,
}: SignInFormProps & { onCodeNeeded: () => void; provider: string }) {
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
      {
        onSuccess: (session) => (session.needs_code ? onCodeNeeded() : onSignedIn?.()),
        onError: () => passwordField.current?.select(),
      },
    );
  };

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Sign in">
      {provider && <ProviderButton name={provider} next={next} />}
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
        <Fault id="sign-in-error" error={signIn.error} />
      </div>
      <Button type="submit" variant="filled" size="md" loading={signIn.isPending} fullWidth>
        Sign in
      </Button>
    </form>
  );
}

/** The code of an app, or a recovery code. */
function CodeForm({ onSignedIn, onBack }: { onSignedIn?: (() => void) | undefined; onBack: () => void }) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const give = useSignInCode();
  const isOver = give.error instanceof ApiError && give.error.code === 'not_waiting';
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate(code, { onSuccess: () => onSignedIn?.(), onError: () => field.current?.select() });
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Second factor">
      <div className={classes.input}>
        <label htmlFor="sign-in-code">Code of your app</label>
        <input
          id="sign-in-code"
          ref={field}
          autoComplete="one-time-code"
          spellCheck={false}
          required
          maxLength={40}
          value={code}
          aria-invalid={give.isError || undefined}
          aria-describedby={give.isError ? 'sign-in-error' : 'sign-in-hint'}
          onChange={(event) => setCode(event.target.value)}
        />
        <Fault id="sign-in-error" error={give.error} />
        <span id="sign-in-hint" className={classes.hint}>
          Without your phone, use one of your recovery codes.
        </span>
      </div>
      <Button type="submit" variant="filled" size="md" loading={give.isPending} disabled={isOver} fullWidth>
        Sign in
      </Button>
      <Button onClick={onBack}>{isOver ? 'Begin again' : 'Back'}</Button>
    </form>
  );
}

function ProviderButton({ name, next }: { name: string; next?: string | undefined }) {
  const go = useProvider();
  return (
    <>
      <Button
        size="md"
        fullWidth
        loading={go.isPending || go.isSuccess}
        onClick={() => go.mutate(next ?? globalThis.location.pathname + globalThis.location.search)}
      >
        <span dir="auto">Continue with {name}</span>
      </Button>
      <Fault id="provider-error" error={go.error} />
      <p className={classes.or}>or</p>
    </>
  );
}

function Fault({ id, error }: { id: string; error: Error | null }) {
  if (!error) return null;
  return (
    <span id={id} role="alert" className={classes.error}>
      <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
      {error.message}
    </span>
  );
}
