import classes from '@/features/releases/Release.module.css';
import type { ReleasedRow } from '@/features/releases/requests/releases';
import { Difference } from '@/ui/Difference';

type Shown = Pick<
  ReleasedRow,
  'source' | 'target' | 'target_post_edited' | 'post_edited' | 'source_language' | 'target_language'
>;

/** One row of a release: its two texts, with what a post-edit changed. */
export function RowItem({ row }: { row: Shown }) {
  return (
    <li>
      <p className={classes.source} lang={row.source_language || undefined} dir="auto">
        {row.source === '__null__' ? <span className="soft">no source</span> : row.source}
      </p>
      <p lang={row.target_language || undefined} dir="auto">
        {row.target === '__drop__' && !row.post_edited ? (
          <span className="soft">not rendered</span>
        ) : row.post_edited ? (
          <Difference before={row.target} after={row.target_post_edited} language={row.target_language} />
        ) : (
          row.target
        )}
      </p>
    </li>
  );
}
