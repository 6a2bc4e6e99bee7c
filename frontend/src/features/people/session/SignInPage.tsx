import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '@/api/session';
import { useAddressParams } from '@/lib/useChooseParams';
import { useTitle } from '@/lib/useTitle';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm';

/** Why signing in with the provider came to nothing, by the server’s word (people/single_sign_on.py). */
const problems: Record<string, string> = {
  cancelled: 'You did not finish signing in there.',
  failed: 'The provider did not answer as expected. Try again, or contact the site administrator.',
  unknown: 'You have no account here yet. Ask an admin of your project for an invitation.',
  address: 'The provider gave no verified e-mail address, so your account here was not found.',
  ambiguous: 'Several accounts here have your e-mail address. Sign in with a password.',
  inactive: 'Your account here is closed.',
};

/** The address to open after signing in: never one on another site that a link smuggled in. */
export function safeNext(next: string | null): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/\\') ? next : '/';
}

/** Pages that are built apart from this application, which has no route to them. */
const isApart = (address: string) => /^\/(rate|release)\//.test(address);

/** Where people without a session arrive; after signing in they go where they wanted to. */
export function SignInPage() {
  useTitle('Sign in');
  const params = useAddressParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = safeNext(params.get('next'));
  const problem = problems[params.get('problem') ?? ''];
  const signedIn = Boolean(session.data?.user);

  useEffect(() => {
    if (!signedIn) return;
    if (isApart(next)) globalThis.location.replace(next);
    else void navigate(next, { replace: true });
  }, [signedIn, next, navigate]);

  return (
    <Doorway title="Sign in">
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <SignInForm next={next} />
      <p className={classes.fine}>
        <Link to="/forgot">Forgot your password?</Link>
      </p>
      <p className={classes.fine}>Rating your own talk? Open the link you were sent. You don’t need an account.</p>
    </Doorway>
  );
}
