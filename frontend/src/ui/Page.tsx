import type { ReactNode } from 'react';
import { useTitle } from '@/lib/useTitle';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** Above the title: where this is. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** A second column of 384 px from 1100 px on. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The shape of a project page: a head with what can be done, then the sheet, in one column or two. */
export function Page({ title, above, lead, actions, aside, children }: PageProps) {
  useTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <div className={classes.titles}>
          {above && <p className={classes.above}>{above}</p>}
          <h1 dir="auto">{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={aside ? classes.two : classes.one}>
        <div className={classes.main}>{children}</div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
    </main>
  );
}

/** A part of a page, with a heading and hairlines, no card. */
export function Part({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.partHead}>
        <h2>{title}</h2>
        {note && <small>{note}</small>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
