import type { ShownRow } from '@/api/shownRelease';
import { count } from '@/lib/format';
import { Part } from '@/ui/Page';
import classes from '../Release.module.css';
import { RowItem } from '../RowItem';

/** A few rows, spread over the release. */
export function ShownRows({ rows, total }: { rows: readonly ShownRow[]; total: number }) {
  return (
    <Part title="Sample rows" note={`${count(rows.length)} of ${count(total)}`}>
      <ol className={classes.rows} aria-label="Sample rows">
        {rows.map((row) => (
          <RowItem key={row.number} row={row} />
        ))}
      </ol>
    </Part>
  );
}
