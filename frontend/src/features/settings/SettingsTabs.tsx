import { Link, useLocation, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import classes from './SettingsTabs.module.css';

/** The pages of the settings; who may not administer the project has one of them only, and no tabs. */
export function SettingsTabs() {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const role = useProject(slug).data?.role;
  if (!may(role, 'activity', 'retrieve')) return null;
  const tabs = [
    ['settings', 'Project'],
    ['settings/webhooks', 'Webhooks'],
    ['settings/activity', 'Activity'],
  ] as const;
  return (
    <nav className={classes.tabs} aria-label="Settings">
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
