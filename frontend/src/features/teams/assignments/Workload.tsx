import { count, plural } from '@/lib/format';
import classes from './Assignments.module.css';
import type { Load } from './requests';

/** "7 h", "40 min", or an en dash where nobody knows how fast somebody is. */
export function hours(load: Pick<Load, 'hours_left'>): string {
  const { hours_left } = load;
  if (hours_left === null) return '–';
  return hours_left >= 1 || hours_left === 0 ? `${Math.round(hours_left)} h` : `${Math.ceil(hours_left * 60)} min`;
}

/** Everybody’s remaining work, as hours at their own pace; the bar is a share of whoever has most. */
export function Workload({ loads }: { loads: readonly Load[] }) {
  const most = Math.max(1, ...loads.map(({ n_rows }) => n_rows));
  if (loads.length === 0) return <p className="soft">Nobody to assign to. Invite people first.</p>;
  return (
    <table className={classes.loads}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">
            <span className="vh">Share</span>
          </th>
          <th scope="col">Left</th>
          <th scope="col">Rows</th>
        </tr>
      </thead>
      <tbody>
        {loads.map((load) => (
          <tr key={load.person.id}>
            <th scope="row" dir="auto" title={plural(load.n_slots, 'pair')}>
              {load.person.name}
            </th>
            <td>
              <span className={classes.load} style={{ width: `${(load.n_rows / most) * 100}%` }} />
            </td>
            <td
              className="num"
              title={
                load.rows_per_hour ? `${count(Math.round(load.rows_per_hour))} rows an hour` : 'Pace not known yet'
              }
            >
              {hours(load)}
            </td>
            <td className="num muted">{count(load.n_rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
