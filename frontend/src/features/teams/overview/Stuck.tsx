import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Stages } from '@/api/types';
import { plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import classes from './Overview.module.css';

interface StuckProps {
  slug: string;
  stages: Stages;
  /** Admins and adjudicators may open any review; everybody else gets to their own from the pair. */
  curates: boolean;
}

/** Work that needs attention: failed runs and imports, returned and overdue reviews, pairs without people for them. */
export function Stuck({ slug, stages, curates }: StuckProps) {
  const { stuck } = stages;
  return (
    <Part title="Stuck" note={stuck.length > 0 && plural(stuck.length, 'item')}>
      {stuck.length === 0 && <p className="soft">Nothing is stuck.</p>}
      <ul className={classes.stuck}>
        {stuck.map((item) => (
          <li key={`${item.kind} ${item.text}`}>
            <Sign kind={item.kind} />
            <p dir="auto">{item.text}</p>
            {addressOf(slug, item, curates) && <Link to={addressOf(slug, item, curates)}>Open</Link>}
          </li>
        ))}
      </ul>
      <Workers workers={stages.workers} jobsWaiting={stages.jobs_waiting} />
    </Part>
  );
}

function addressOf(slug: string, { kind, review, pair }: Stages['stuck'][number], curates: boolean): string {
  if (kind === 'no_reviewer' && curates) return `/p/${slug}/people`;
  if (review !== null && curates) return `/review/${review}`;
  return pair === null ? '' : `/p/${slug}/pairs/${pair}`;
}

function Sign({ kind }: { kind: string }) {
  const failed = kind.includes('fail') || kind.includes('error');
  const Icon = failed ? IconAlertTriangle : kind.includes('return') ? IconArrowBackUp : IconClock;
  return <Icon size={16} stroke={1.75} aria-hidden="true" className={failed ? classes.bad : classes.warn} />;
}

/** That all is well; a notice above the page says when there is no worker. */
function Workers({ workers, jobsWaiting }: { workers: number; jobsWaiting: number }) {
  if (workers === 0) return null;
  return (
    <p className={classes.workers}>
      <IconCheck size={15} stroke={1.75} aria-hidden="true" />
      {plural(workers, 'worker')} online,{' '}
      {jobsWaiting === 0 ? 'no jobs queued' : `${plural(jobsWaiting, 'job')} queued`}.
    </p>
  );
}
