import { Link, useLocation, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import classes from './ReviewTabs.module.css';

/** The pages about reviews; who may not adjudicate has one of them only, and no tabs. */
export function ReviewTabs() {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const { role, is_assigned: isAssigned } = useProject(slug).data ?? {};
  if (!may(role, 'adjudications', 'list')) return null;
  const tabs = [
    ...(may(role, 'assignments', 'retrieve') ? [['reviews/assignments', 'Assignments'] as const] : []),
    ...(isAssigned ? [['queue', 'My queue'] as const] : []),
    ['reviews', 'Reviews'],
    ['reviews/adjudication', 'Adjudication'],
    ['reviews/agreement', 'Agreement'],
    ...(may(role, 'probes', 'retrieve') ? [['reviews/probes', 'Probes'] as const] : []),
  ] as const;
  return (
    <nav className={classes.tabs} aria-label="About reviews">
      {tabs.map(([path, label]) => (
        <Link
          key={path}
          to={`/p/${slug}/${path}`}
          aria-current={pathname === `/p/${slug}/${path}` ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
