import { Link } from 'react-router';
import { useMentions } from '@/api/comments';
import { type OwnProgress, useOwnProgress } from '@/api/queue';
import { ago, count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { burnUp, burnUpWords, dayOf, weekOf } from './model';
import classes from './Queue.module.css';

/** One's own week, progress and mentions; nobody else's figures. */
export function OwnWork({ slug }: { slug: string }) {
  const progress = useOwnProgress(slug);
  return (
    <>
      {progress.isError && !progress.data && (
        <Part title="This week">
          <ErrorNote error={progress.error} onRetry={() => void progress.refetch()} />
        </Part>
      )}
      {progress.data && <Week progress={progress.data} />}
      {progress.data && <Progress progress={progress.data} />}
      <OpenMentions />
    </>
  );
}

function Week({ progress }: { progress: OwnProgress }) {
  const days = weekOf(progress);
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const pace = progress.rows_per_hour ? `, ${count(Math.round(progress.rows_per_hour))} an hour` : '';
  return (
    <Part title="Last 7 days" note={`${plural(total, 'row')}${pace}`}>
      <svg
        className={classes.plot}
        viewBox="0 0 336 100"
        role="img"
        aria-label={`Rows reviewed each day: ${days.map(({ label, value }) => `${label} ${value}`).join(', ')}`}
      >
        {days.map(({ label, value, share, isToday }, index) => (
          <g key={label} transform={`translate(${6 + index * 48} 0)`}>
            {value > 0 ? (
              <rect
                y={80 - 64 * share}
                width="32"
                height={64 * share}
                className={isToday ? classes.today : classes.bar}
              />
            ) : null}
            <text x="16" y={value > 0 ? 74 - 64 * share : 74} className={classes.value}>
              {value > 0 ? count(value) : '–'}
            </text>
            <text x="16" y="96">
              {label}
            </text>
          </g>
        ))}
        <line x1="0" x2="336" y1="80" y2="80" stroke="var(--edge)" />
      </svg>
    </Part>
  );
}

function Progress({ progress }: { progress: OwnProgress }) {
  const curve = burnUp(progress);
  if (!curve) return null;
  const at = ({ x, y }: { x: number; y: number }) => `${(x * 330 + 2).toFixed(1)} ${(72 - y * 60).toFixed(1)}`;
  return (
    <Part title="Your progress" note={`${count(progress.n_done)} of ${plural(progress.n_rows, 'row')}`}>
      <svg className={classes.plot} viewBox="0 0 336 76" role="img" aria-label={burnUpWords(progress, curve)}>
        <line x1="0" x2="336" y1="12" y2="12" stroke="var(--rule-2)" />
        <line x1="0" x2="336" y1="72" y2="72" stroke="var(--edge)" />
        <polyline points={curve.points.map(at).join(' ')} fill="none" stroke="var(--ink-2)" strokeWidth="2" />
        {curve.done && (
          <polyline
            points={`${at(curve.today)} ${at({ x: curve.done.x, y: 1 })}`}
            fill="none"
            stroke="var(--ink-2)"
            strokeWidth="1.5"
            strokeDasharray="2 3"
          />
        )}
        {curve.due && (
          <line
            x1={curve.due.x * 330 + 2}
            x2={curve.due.x * 330 + 2}
            y1="12"
            y2="72"
            stroke="var(--edge)"
            strokeDasharray="3 3"
          />
        )}
        <circle cx={curve.today.x * 330 + 2} cy={72 - curve.today.y * 60} r="4" fill="var(--ink-2)" />
      </svg>
      <p className="soft">
        {curve.done && `At this pace, done on ${dayOf(curve.done.day)}. `}
        {curve.due && `Due ${dayOf(curve.due.day)}.`}
        {!curve.done && !curve.due && `Since ${dayOf(curve.first)}.`}
      </p>
    </Part>
  );
}

function OpenMentions() {
  const mentions = useMentions();
  const { count: total = 0, results = [] } = mentions.data ?? {};
  if (total === 0) return null;
  return (
    <Part title="Unresolved mentions" note={count(total)}>
      <ul className={classes.mentions}>
        {results.slice(0, 5).map(({ id, review, row, text, title, author, created_at }) => (
          <li key={id}>
            <b dir="auto">{author?.name ?? 'Former member'}</b> <time dateTime={created_at}>{ago(created_at)}</time>
            <p dir="auto">{text}</p>
            <Link to={`/review/${review}?row=${row}#comments`} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {total > 5 && <p className="muted">And {count(total - 5)} more.</p>}
    </Part>
  );
}
