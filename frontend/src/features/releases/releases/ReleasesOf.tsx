import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isLive } from '@/api/work';
import classes from '@/features/releases/Release.module.css';
import { type Release, useDiscardRelease } from '@/features/releases/requests/releases';
import { date, percent, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { StateBadge } from '@/ui/StateBadge';
import { variantName } from './variants';

/** The releases of a test set, the newest first. */
export function ReleasesOf({
  releases,
  slug,
  canChange,
}: {
  releases: readonly Release[];
  slug: string;
  canChange: boolean;
}) {
  const discard = useDiscardRelease();
  if (releases.length === 0) return null;
  return (
    <>
      <ul className={classes.versions} aria-label="Releases">
        {releases.map((release) => (
          <li key={release.id}>
            <Link to={`/p/${slug}/test-sets/releases/${release.id}`}>{release.version}</Link>
            <StateBadge state={release.state} />
            <span className="muted num">
              {isLive(release)
                ? `${percent(release.progress)} ${release.message}`
                : release.n_rows !== null
                  ? [
                      variantName(release.variant),
                      plural(release.n_rows, 'row'),
                      release.finished_at && date(release.finished_at),
                    ]
                      .filter(Boolean)
                      .join(', ')
                  : release.error}
            </span>
            {release.problems.length > 0 && <strong className={classes.damaged}>Not what was released</strong>}
            {canChange && release.n_rows === null && (
              <Button
                size="compact-sm"
                aria-label={`${isLive(release) ? 'Cancel' : 'Remove'} release ${release.version}`}
                onClick={() => discard.mutate(release.id)}
              >
                {isLive(release) ? 'Cancel' : 'Remove'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {discard.isError && <ErrorNote error={discard.error} />}
    </>
  );
}
