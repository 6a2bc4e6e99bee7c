import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { TestSet } from '@/api/types';
import { isLive } from '@/api/work';
import { NewRelease } from '@/features/releases/releases/NewRelease';
import { ReleasesOf } from '@/features/releases/releases/ReleasesOf';
import type { Release } from '@/features/releases/requests/releases';
import { dateTime, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Downloads } from './Downloads';
import { useDeleteTestSet } from './requests';
import classes from './TestSets.module.css';

interface TestSetItemProps {
  set: TestSet;
  /** Its releases, the newest first. */
  releases: readonly Release[];
  slug: string;
  canChange: boolean;
}

/** One test set, with its downloads and releases. */
export function TestSetItem({ set, releases, slug, canChange }: TestSetItemProps) {
  const remove = useDeleteTestSet();
  return (
    <article className={classes.set}>
      <h3 dir="auto">
        <Link to={`/p/${slug}/test-sets/${set.id}`}>{set.name}</Link>
      </h3>
      {set.description && <p dir="auto">{set.description}</p>}
      <p className="muted num">
        {set.n_rows === null ? 'Counting its rows' : plural(set.n_rows, 'row')} from{' '}
        {set.takes === 'all' ? 'all gold' : plural(set.reviews.length, 'review')}, created {dateTime(set.created_at)}
      </p>
      <p>
        <Link to={`/p/${slug}/test-sets/${set.id}/card`}>Data card</Link>
      </p>
      {canChange && <Downloads slug={slug} what={set.name} testSet={set.id} />}
      <ReleasesOf releases={releases} slug={slug} canChange={canChange} />
      {remove.isError && <ErrorNote error={remove.error} />}
      {canChange && (
        <Group gap={8} mt={8}>
          {!releases.some(isLive) && <NewRelease set={set} releases={releases} />}
          {releases.length === 0 && (
            <AskFirst
              verb="Delete"
              label={`Delete ${set.name}`}
              question={`Delete ${set.name}? Its reviews are kept.`}
              yes="Delete"
              isPending={remove.isPending}
              onYes={() => remove.mutate(set.id)}
            />
          )}
        </Group>
      )}
    </article>
  );
}
