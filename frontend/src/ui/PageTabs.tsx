import { Link, useLocation, useParams } from 'react-router';
import classes from './PageTabs.module.css';

interface PageTabsProps {
  label: string;
  /** Addresses within the project, and what the pages there are called. */
  pages: readonly (readonly [path: string, label: string])[];
}

/** The pages of a project about one subject; the one that is shown is marked. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label={label}>
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
