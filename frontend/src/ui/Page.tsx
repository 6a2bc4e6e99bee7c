import type { ReactNode } from 'react';
import { useTitle } from '@/lib/useTitle';
import { GuideLink } from './GuideLink';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** What the page shows has the heading itself. */
  hasOwnHead?: boolean;
  /** Above the title: a link to the page this one belongs to. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The part of the guides about it: `admin#quality-control`. */
  guide?: string;
  /** A second column of 384 px from 1100 px on. */
  aside?: ReactNode;
  /** What comes before both; on narrow screens the second column then stands above the first. */
  opening?: ReactNode;
  /** From 1100 px on the content is as high as the window: what is in it scrolls, not the page. */
  fills?: boolean;
  children: ReactNode;
}

/** The layout of a project page: a head with the actions, then the content in one column or two. */
export function Page({ title, hasOwnHead, above, lead, actions, guide, aside, opening, fills, children }: PageProps) {
  useTitle(title);
  return (
    <main className={fills ? `${classes.page} ${classes.fills}` : classes.page}>
      {!hasOwnHead && (
        <div className={classes.head}>
          <div className={classes.titles}>
            {above && <p className={classes.above}>{above}</p>}
            <h1 dir="auto">{title}</h1>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
          {(guide || actions) && (
            <div className={classes.actions}>
              {guide && <GuideLink to={guide} />}
              {actions}
            </div>
          )}
        </div>
      )}
      <div className={aside ? classes.two : classes.one}>
        <div className={opening ? `${classes.main} ${classes.apart}` : classes.main}>
          {opening && <div className={classes.opening}>{opening}</div>}
          {children}
        </div>
        {aside && <div className={opening ? `${classes.aside} ${classes.first}` : classes.aside}>{aside}</div>}
      </div>
    </main>
  );
}

/** A section of a page, with a heading and hairlines instead of a card. */
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
