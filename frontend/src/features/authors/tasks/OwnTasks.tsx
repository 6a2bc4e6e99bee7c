import { date, plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import { type OwnTask, useOwnTasks } from './requests';
import classes from './Tasks.module.css';

/** The rating tasks of the project that one was chosen for; nothing without any. Each opens the page of raters. */
export function OwnTasks({ slug }: { slug: string }) {
  const tasks = useOwnTasks(slug).data?.tasks ?? [];
  if (tasks.length === 0) return null;
  const open = tasks.filter((task) => task.open && task.finished_at === null);
  return (
    <Part title="For you to rate" note={open.length > 0 ? `${open.length} open` : 'all done'}>
      <ul className={classes.own}>
        {tasks.map((task) => (
          <li key={task.id}>
            {task.open ? (
              <a href={`/rate/mine/${task.id}`} dir="auto">
                {task.name}
              </a>
            ) : (
              <span dir="auto">{task.name}</span>
            )}
            <small className={classes.howFar}>{howFar(task)}</small>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function howFar({ open, finished_at, n_rated, n_samples, closes_at }: OwnTask): string {
  if (!open) return `closed ${date(closes_at)}`;
  const until = `open until ${date(closes_at)}`;
  if (finished_at) return `rated, ${until}`;
  return n_samples > 0 ? `${n_rated} of ${plural(n_samples, 'sample')} rated, ${until}` : `not begun, ${until}`;
}
