import { Link, useLocation, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import classes from './ReviewTabs.module.css';

/** The pages about reviews, those that a person may see. */
export function ReviewTabs() {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const { role, is_assigned: isAssigned } = useProject(slug).data ?? {};
  const tabs = [
    ...(may(role, 'assignments', 'retrieve') ? [['reviews/assignments', 'Assignments'] as const] : []),
    ...(isAssigned ? [['queue', 'My queue'] as const] : []),
    ['reviews', 'Reviews'],
    ...(may(role, 'adjudications', 'list')
      ? ([
          ['reviews/adjudication', 'Adjudication'],
          ['reviews/agreement', 'Agreement'],
        ] as const)
      : []),
    ...(may(role, 'probes', 'retrieve') ? [['reviews/probes', 'Probes'] as const] : []),
    ['reviews/guidelines', 'Guidelines'],
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
