import { type ReactNode, useEffect, useRef } from 'react';
import { PlainWordmark } from '@/ui/Mark';
import { LanguageSwitch } from './LanguageSwitch';
import classes from './Rate.module.css';
import { SaveBadge } from './SaveBadge';
import type { SaveState } from './useAnswers';
import { hasMoved } from './usePlace';

/** One screen: the mark and the save state on top, one thing in the middle, what can be done at the thumb. */
export function Frame({
  save,
  head,
  foot,
  middle = false,
  children,
}: {
  /** Where answers are given; elsewhere the language can be chosen. */
  save?: SaveState;
  head?: ReactNode;
  foot?: ReactNode;
  middle?: boolean;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  // The button that led here is gone: whoever does not see the page hears where they are.
  useEffect(() => {
    const heading = hasMoved() && main.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page}>
      <main ref={main} className={classes.author}>
        <div className={classes.top}>
          <PlainWordmark />
          {save ? <SaveBadge save={save} /> : <LanguageSwitch />}
        </div>
        {head}
        <div className={middle ? `${classes.body} ${classes.middle}` : classes.body}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </main>
    </div>
  );
}
