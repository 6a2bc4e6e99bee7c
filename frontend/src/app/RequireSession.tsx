import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError } from '@/api/client';
import { useSession } from '@/api/session';
import { SignInDialog } from '@/features/session/SignInDialog';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';

/**
 * Pages that need an account. Without a session the way leads to the sign-in page and back; when the session ends while
 * a page is open, the page stays mounted and the password is asked for over it, so that nothing unsent is lost.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const lastUser = useRef<string | null>(null);
  const user = session.data?.user;
  if (user) lastUser.current = user.username;

  if (session.isPending) return <Loading what="your projects" />;
  if (session.isError && !session.data) {
    return (
      <Notice title="The server did not answer">
        {session.error instanceof ApiError && session.error.status > 0 && <ErrorNote error={session.error} />}
        <p>
          What you saved is kept. Edits of a review that it did not get are kept in this browser. Try again in a moment.
        </p>
        <p>
          <Button variant="filled" loading={session.isFetching} onClick={() => void session.refetch()}>
            Try again
          </Button>
        </p>
      </Notice>
    );
  }
  if (!user && lastUser.current === null) {
    const next = location.pathname + location.search;
    return <Navigate to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} replace />;
  }
  return (
    <>
      <Outlet />
      {!user && <SignInDialog username={lastUser.current ?? ''} />}
    </>
  );
}
