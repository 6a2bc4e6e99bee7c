import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import classes from '@/features/releases/Release.module.css';
import {
  type DifferenceKind,
  type DifferingRow,
  type ReleaseDetail,
  type ReleasedRow,
  useReleaseDifferences,
} from '@/features/releases/requests/releases';
import { count } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Difference } from '@/ui/Difference';
import { judgements } from '@/ui/large/judgements';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';

const kinds: DifferenceKind[] = ['added', 'removed', 'changed'];

/** What differs from the release before: how many rows of each kind, and the rows of one kind. */
export function ReleaseChanges({ release }: { release: ReleaseDetail }) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const changes = release.changes;
  const kind = kinds.find((one) => one === params.get('differences'));
  const differences = useReleaseDifferences(release.id, kind ?? 'changed', { enabled: kind !== undefined });
  if (!changes || !release.previous) return null;
  const rows = differences.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Part
      title={`Since ${release.previous.version}`}
      note={`${count(changes.same)} unchanged`}
      actions={
        <Link to={`/p/${release.project}/test-sets/releases/${release.previous.id}`}>
          Open {release.previous.version}
        </Link>
      }
    >
      {changes.added + changes.removed + changes.changed === 0 ? (
        <p className="soft">No row differs.</p>
      ) : (
        <SegmentedControl
          aria-label="Rows that were"
          value={kind ?? 'none'}
          onChange={(to) => choose({ differences: to === 'none' ? null : to })}
          data={[
            { value: 'none', label: 'Hide' },
            ...kinds.map((one) => ({ value: one, label: `${count(changes[one])} ${one}` })),
          ]}
        />
      )}
      {kind && <Pending of={differences} what="the rows" />}
      {kind && differences.data && rows.length === 0 && <p className="soft">No rows were {kind}.</p>}
      {kind && rows.length > 0 && (
        <ol className={classes.rows} aria-label={`Rows ${kind}`}>
          {rows.map((row) => (
            <DifferingRowItem key={`${kind}${row.number}`} row={row} />
          ))}
        </ol>
      )}
      {kind && differences.hasNextPage && (
        <Button loading={differences.isFetchingNextPage} onClick={() => void differences.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Part>
  );
}

function DifferingRowItem({ row: { number, before, after } }: { row: DifferingRow }) {
  const shown = after ?? before;
  if (!shown) return null;
  const labels = before && after ? changedLabels(before, after) : [];
  return (
    <li>
      <small dir="auto">
        {shown.pair}, row {count(number)}
      </small>
      <p className={classes.source} lang={shown.source_language || undefined} dir="auto">
        {before && after && before.source !== after.source ? (
          <Difference before={before.source} after={after.source} language={shown.source_language} />
        ) : (
          shown.source
        )}
      </p>
      <p lang={shown.target_language || undefined} dir="auto">
        <Difference
          before={before?.target_post_edited ?? ''}
          after={after?.target_post_edited ?? ''}
          language={shown.target_language}
        />
      </p>
      {labels.length > 0 && <small>{labels.join(', ')}</small>}
    </li>
  );
}

const says = (value: boolean | null) => (value === null ? 'not set' : value ? 'yes' : 'no');

/** "Good translation was yes, is no" */
export function changedLabels(before: ReleasedRow, after: ReleasedRow): string[] {
  return (['good_align', 'good_mt'] as const).flatMap((name) =>
    before[name] === after[name] ? [] : [`${judgements[name]} was ${says(before[name])}, is ${says(after[name])}`],
  );
}
