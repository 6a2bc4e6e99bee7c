import { IconAlertTriangle } from '@tabler/icons-react';
import { useHealth } from '@/api/health';
import { plural } from '@/lib/format';
import classes from './Frame.module.css';

/** Tells people, on every page, that jobs are not being done because no worker is running. */
export function WorkerNotice() {
  const health = useHealth();
  if (!health.data || health.data.workers > 0) return null;
  const waiting = health.data.jobs_waiting;
  return (
    <p className={classes.notice} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      No worker is running. Jobs stay in the queue until one is.
      {waiting > 0 && <span className="soft">{plural(waiting, 'job')} queued.</span>}
    </p>
  );
}
