import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Confidence } from '@/ui/Confidence';
import { PlainWordmark } from '@/ui/Mark';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm';

const lines = [
  { said: 'She wrote down', heard: '書きとめた', sure: 0.97, accepted: true },
  { said: 'one number', heard: '数字を一つ', sure: 0.96, accepted: true },
  { said: 'every morning.', heard: '毎朝。', sure: 0.88, accepted: false },
];

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
    <div className={classes.page}>
      <section className={classes.say} aria-label="Lectern">
        <PlainWordmark size={24} />
        <div className={classes.voices} aria-hidden="true">
          {lines.map((line) => (
            <div key={line.said} className={classes.line}>
              <span>{line.said}</span>
              <span className={classes.link} data-accepted={line.accepted || undefined}>
                <i />
                <Confidence value={line.sure} />
                <i />
              </span>
              <span lang="ja">{line.heard}</span>
            </div>
          ))}
        </div>
        <p className={classes.motto}>From talks to data you can trust.</p>
      </section>
      <main className={classes.side}>
        <h1>Sign in</h1>
        <SignInForm />
        <p className={classes.fine}>Rating your own talk? Open the link you were sent. You don’t need an account.</p>
      </main>
    </div>
  );
}
