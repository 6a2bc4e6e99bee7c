import { Link } from 'react-router';
import { capital, dateTime } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import classes from './Activity.module.css';
import { placeOf } from './model';
import type { ActivityEntry } from './requests';

/** All that is known of one entry. */
export function EntryDetails({ slug, entry }: { slug: string; entry: ActivityEntry | null }) {
  if (!entry) {
    return (
      <section className={classes.details} aria-label="Details">
        <p className="soft">Choose an entry to see its details.</p>
      </section>
    );
  }
  const place = placeOf(slug, entry);
  return (
    <section className={classes.details} aria-label="Details" aria-live="polite">
      <h2>
        <span dir="auto">
          {capital(entry.said)} {entry.object_name}
        </span>{' '}
        <small>
          <time dateTime={entry.at} title={entry.at}>
            {dateTime(entry.at)}
          </time>
        </small>
      </h2>
      <Facts
        facts={[
          ['Who', entry.by_name || (entry.is_warning ? 'Unknown' : 'Lectern')],
          ...(entry.detail ? [['Detail', entry.detail] as [string, string]] : []),
          ...Object.entries(entry.facts).map(([label, value]): [string, React.ReactNode] => [label, written(value)]),
          ['Via', [entry.via, entry.address].filter(Boolean).join(', ')],
          ['Entry', String(entry.id)],
        ]}
      />
      {place && (
        <p>
          <Link to={place}>Open</Link>
        </p>
      )}
    </section>
  );
}

function written(value: unknown): React.ReactNode {
  if (!Array.isArray(value)) return String(value);
  return (
    <ul className={classes.listed}>
      {value.map((one) => (
        <li key={String(one)} dir="auto">
          {String(one)}
        </li>
      ))}
    </ul>
  );
}
