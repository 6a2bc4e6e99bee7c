import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm';

/** The address to open after signing in: never one on another site that a link smuggled in. */
export function safeNext(next: string | null): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/\\') ? next : '/';
}

/** Where people without a session arrive; after signing in they go where they wanted to. */
export function SignInPage() {
  useTitle('Sign in');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = safeNext(params.get('next'));
  const signedIn = Boolean(session.data?.user);

  useEffect(() => {
    if (signedIn) void navigate(next, { replace: true });
  }, [signedIn, next, navigate]);

  return (
    <Doorway title="Sign in">
      <SignInForm />
      <p className={classes.fine}>
        <Link to="/forgot">Forgot your password?</Link>
      </p>
      <p className={classes.fine}>Rating your own talk? Open the link you were sent. You don’t need an account.</p>
    </Doorway>
  );
}
