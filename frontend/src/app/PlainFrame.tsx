import { Outlet } from 'react-router';
import { Wordmark } from '@/ui/Wordmark';
import { AccountMenu } from './AccountMenu';
import classes from './Frame.module.css';
import { Mentions } from './Mentions';

/** The bar over pages that belong to no project. */
export function PlainFrame() {
  return (
    <div className={classes.app}>
      <header className={classes.bar}>
        <Wordmark />
        <span className={classes.grow} />
        <Mentions />
        <AccountMenu />
      </header>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
