import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from './ErrorNote';
import classes from './Notice.module.css';

interface NoticeProps {
  title: string;
  /** The request that failed, if one did: its message is shown, with a button to try again. */
  failed?: { error: unknown; refetch: () => unknown } | false | undefined;
  /** The way out of the page: an address, and what is there. */
  out?: readonly [to: string, label: string];
  children?: ReactNode;
}

/** A page with a single message: that it is closed to somebody, that there is nothing at its address, or what failed. */
export function Notice({ title, failed, out, children }: NoticeProps) {
  useTitle(title);
  return (
    <main className={classes.notice}>
      <h1>{title}</h1>
      {children}
      {failed && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {out && (
        <p>
          <Link to={out[0]}>{out[1]}</Link>
        </p>
      )}
    </main>
  );
}
