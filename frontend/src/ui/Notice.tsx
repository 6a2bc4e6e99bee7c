import type { ReactNode } from 'react';
import { useTitle } from '@/lib/useTitle';
import classes from './Notice.module.css';

/** A page with a single message. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <main className={classes.notice}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
