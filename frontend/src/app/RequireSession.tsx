import { useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '@/api/session';
import { SignInDialog } from '@/features/people/session/SignInDialog';
import { Loading } from '@/ui/Loading';
import { later } from '@/ui/later';
import { NoAnswer } from './NoAnswer';

const FirstPassword = later(
  'your account',
  async () => (await import('@/features/people/session/FirstPassword')).FirstPassword,
);

const SecondFactorDue = later(
  'your account',
  async () => (await import('@/features/people/account/SecondFactorDue')).SecondFactorDue,
);

/**
 * Pages that need an account. Without a session, people go to the sign-in page and come back afterwards. When the session
 * ends while a page is open, the page stays mounted below the sign-in dialog, so that nothing unsent is lost.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const lastUser = useRef<string | null>(null);
  const user = session.data?.user;
  if (user) lastUser.current = user.username;

  if (session.isPending) return <Loading what="your projects" />;
  if (session.isError && !session.data) {
    return <NoAnswer error={session.error} isTrying={session.isFetching} onTry={() => void session.refetch()} />;
  }
  if (!user && lastUser.current === null) {
    const next = location.pathname + location.search;
    return <Navigate to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} replace />;
  }
  if (user && session.data?.owed === 'password_due') return <FirstPassword username={user.username} />;
  if (user && session.data?.owed === 'second_factor_due') return <SecondFactorDue />;
  return (
    <>
      <Outlet />
      {!user && <SignInDialog username={lastUser.current ?? ''} />}
    </>
  );
}
