import type { ReactNode } from 'react';
import { PlainWordmark } from '@/ui/Mark';
import { LanguageSwitch } from './LanguageSwitch';
import classes from './Rate.module.css';
import { SaveBadge } from './SaveBadge';
import type { SaveState } from './useAnswers';

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
  return (
    <div className={classes.page}>
      <main className={classes.author}>
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
