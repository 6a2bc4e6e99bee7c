import { Outlet } from 'react-router';
import { Wordmark } from '@/ui/Wordmark';
import { AccountMenu } from './AccountMenu';
import classes from './Frame.module.css';

/** The bar over pages that belong to no project. */
export function PlainFrame() {
  return (
    <div className={classes.app}>
      <header className={classes.bar}>
        <Wordmark />
        <span className={classes.grow} />
        <AccountMenu />
      </header>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
