import { IconAlertTriangle } from '@tabler/icons-react';
import { useHealth } from '@/api/health';
import { plural } from '@/lib/format';
import classes from './Frame.module.css';

/** Says plainly, on every page, that jobs wait because nobody is there to do them. */
export function WorkerNotice() {
  const health = useHealth();
  if (!health.data || health.data.workers > 0) return null;
  const waiting = health.data.jobs_waiting;
  return (
    <p className={classes.notice} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      No worker is running. Jobs wait and start when one is back.
      {waiting > 0 && <span className="soft">{plural(waiting, 'job')} waiting.</span>}
    </p>
  );
}
