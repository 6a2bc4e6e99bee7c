/** The versions of the guidelines, the latest first, with how many reviews were made under each. */

import { IconCheck, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Guidelines } from '@/api/guidelines';
import { date, plural } from '@/lib/format';
import { useAddressParams } from '@/lib/useChooseParams';
import classes from './Guidelines.module.css';

interface Props {
  slug: string;
  guidelines: Guidelines;
  shown: number | null;
}

export function Versions({ slug, guidelines, shown }: Props) {
  const { current, versions, n_reviews_without: without } = guidelines;
  const params = useAddressParams();
  const to = (number: number) => {
    const next = new URLSearchParams(params);
    next.set('version', String(number));
    next.delete('compare');
    return `?${next}`;
  };
  return (
    <nav className={classes.versions} aria-label="Versions">
      <h2>Versions</h2>
      <ol>
        {versions.map((version) => {
          const { number, published_at, published_by, saved_by, saved_at, n_reviews, note } = version;
          const by = published_at === null ? saved_by : published_by;
          return (
            <li key={number}>
              <Link to={to(number)} aria-current={number === shown ? 'true' : undefined}>
                <span className={classes.versionHead}>
                  <b>Version {number}</b>
                  {published_at === null && (
                    <small className={classes.badge}>
                      <IconPencil size={13} stroke={1.75} aria-hidden="true" /> draft
                    </small>
                  )}
                  {number === current && (
                    <small className={classes.badge} data-current>
                      <IconCheck size={13} stroke={1.75} aria-hidden="true" /> current
                    </small>
                  )}
                </span>
                <small>
                  {date(published_at ?? saved_at)}
                  {by && `, ${by.name}`}
                </small>
                {published_at !== null && (
                  <small>{n_reviews === 0 ? 'no reviews' : plural(n_reviews ?? 0, 'review')}</small>
                )}
                {note && <small className={classes.versionNote}>{note}</small>}
              </Link>
            </li>
          );
        })}
      </ol>
      {(without ?? 0) > 0 && (
        <p className={classes.without}>
          <Link to={`/p/${slug}/reviews/assignments/reviews?guidelines=0`}>{plural(without ?? 0, 'review')}</Link> from
          before version 1
        </p>
      )}
    </nav>
  );
}
