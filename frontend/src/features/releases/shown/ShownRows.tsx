import classes from '@/features/releases/Release.module.css';
import { RowItem } from '@/features/releases/releases/RowItem';
import { count } from '@/lib/format';
import { Part } from '@/ui/Page';
import type { ShownRow } from './requests';

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
