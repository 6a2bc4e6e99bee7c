import classes from '@/features/releases/Release.module.css';
import { type ReleaseDetail, useReleaseRows } from '@/features/releases/requests/releases';
import { count } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Pending, ShowMore } from '@/ui/Pending';
import { RowItem } from './ReleaseParts';

/** The rows of a release, from the first, a few at a time. */
export function ReleaseRows({ release }: { release: ReleaseDetail }) {
  const pages = useReleaseRows(release.id);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Part title="Rows" note={pages.data && `${count(rows.length)} of ${count(release.n_rows ?? 0)}`}>
      <Pending of={pages} what="rows" />
      <ol className={classes.rows} aria-label="Rows of the release">
        {rows.map((row) => (
          <RowItem key={row.number} row={row} />
        ))}
      </ol>
      <ShowMore of={pages} />
    </Part>
  );
}
