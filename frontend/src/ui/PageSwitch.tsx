import { Link, useLocation, useParams } from 'react-router';
import classes from './PageSwitch.module.css';

interface PageSwitchProps {
  label: string;
  /** Addresses within the project, and what the pages there are called. */
  pages: readonly (readonly [path: string, label: string])[];
}

/** Pages under one tab; the one that is shown is marked. */
export function PageSwitch({ label, pages }: PageSwitchProps) {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  return (
    <nav className={classes.switch} aria-label={label}>
      {pages.map(([path, name]) => {
        const address = `/p/${slug}/${path}`;
        return (
          <Link key={path} to={address} aria-current={pathname === address ? 'page' : undefined}>
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
