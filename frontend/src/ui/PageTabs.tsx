import { Link, useLocation, useParams } from 'react-router';
import classes from './PageTabs.module.css';

interface PageTabsProps {
  label: string;
  /** Addresses within the project, what the pages there are called, and how much is there, in a word. */
  pages: readonly (readonly [path: string, label: string, note?: string | undefined])[];
}

/** The pages of a project about one subject; the one that is shown, or what is shown belongs to, is marked. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const shown = pages
    .map(([path]) => `/p/${slug}/${path}`)
    .filter((address) => `${pathname}/`.startsWith(`${address}/`));
  const current = shown.sort((a, b) => b.length - a.length)[0];
  return (
    <nav className={classes.tabs} aria-label={label}>
      {pages.map(([path, name, note]) => {
        const address = `/p/${slug}/${path}`;
        return (
          <Link key={path} to={address} aria-current={current === address ? 'page' : undefined}>
            {name}
            {note && (
              <>
                {' '}
                <span className="num">{note}</span>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
