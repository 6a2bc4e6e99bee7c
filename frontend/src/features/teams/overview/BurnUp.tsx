import type { Stages } from '@/api/types';
import { count, date, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { AsOf } from './AsOf';
import { findingOf, plotOf } from './burnUp';
import classes from './Overview.module.css';

const [width, height, left, bottom, top] = [520, 180, 34, 22, 8];

/** Reviews submitted and due, added up by day, and who is behind. */
export function BurnUp({ slug, stages }: { slug: string; stages: Stages }) {
  const { burn_up: burnUp, behind } = stages;
  if (!burnUp) return null;
  const plot = plotOf(burnUp);
  const finding = findingOf(burnUp);
  return (
    <Part
      title="Reviews over time"
      note={<AsOf figures={stages} />}
      actions={
        plot && (
          <CsvButton
            name={`${slug}-burn-up`}
            of="Reviews over time"
            header={['day', 'submitted', 'due']}
            rows={burnUp.days.map(({ day, submitted, due }) => [day, submitted, due])}
          />
        )
      }
    >
      {!plot && <p className="soft">{burnUp.days.length > 0 ? finding : 'No review was submitted or is due yet.'}</p>}
      {plot && (
        <figure className={classes.chart}>
          <figcaption>{finding}</figcaption>
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={finding} style={{ maxWidth: 720 }}>
            <line className={classes.gridline} x1={left} x2={width} y1={top} y2={top} />
            <line className={classes.gridline} x1={left} x2={width} y1={height - bottom} y2={height - bottom} />
            <text x={left - 6} y={top + 4} textAnchor="end">
              {count(plot.most)}
            </text>
            <text x={left - 6} y={height - bottom + 4} textAnchor="end">
              0
            </text>
            <polyline className={`${classes.line} ${classes.perfect}`} points={points(plot.due)} />
            <polyline
              className={`${classes.line} ${classes.series}`}
              points={points(plot.submitted)}
              style={{ fill: 'none' }}
            />
            <line className={classes.today} x1={x(plot.today)} x2={x(plot.today)} y1={top} y2={height - bottom} />
            <text x={left} y={height - 6}>
              {date(plot.first)}
            </text>
            <text x={width} y={height - 6} textAnchor="end">
              {date(plot.last)}
            </text>
          </svg>
          <p className={classes.legend}>Solid: submitted. Dashed: due. Upright line: today.</p>
        </figure>
      )}
      {behind.length > 0 && (
        <>
          <h3 className={classes.behindHead}>
            Behind
            <CsvButton
              name={`${slug}-behind`}
              of="Who is behind"
              header={['annotator', 'overdue', 'left', 'since']}
              rows={behind.map((one) => [one.name, one.n_overdue, one.n_left, one.since])}
            />
          </h3>
          <ul className={classes.behind}>
            {behind.map((one) => (
              <li key={one.annotator}>
                <b dir="auto">{one.name}</b> {plural(one.n_overdue, 'review')} overdue, the first since{' '}
                {date(one.since)}; {count(one.n_left)} left in all
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

const x = (share: number) => left + share * (width - left - 2);
const y = (share: number) => height - bottom - share * (height - bottom - top);
const points = (line: [number, number][]) =>
  line.map(([across, up]) => `${x(across).toFixed(1)},${y(up).toFixed(1)}`).join(' ');
