import { useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import { RowItem } from '@/features/releases/releases/ReleaseParts';
import type { DifferenceKind } from '@/features/releases/requests/releases';
import { count, plural } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { Part } from '@/ui/Page';
import { getShownDifferences, type ShownDifferences, type ShownRelease } from './requests';
import styles from './Shown.module.css';

const kinds: DifferenceKind[] = ['added', 'removed', 'changed'];
type Rows = ShownDifferences['rows'];

/** What differs from the release before; the rows too, where the pages of both show rows. */
export function ShownChanges({ release, address }: { release: ShownRelease; address: string }) {
  const [kind, setKind] = useState<DifferenceKind | null>(null);
  const [rows, setRows] = useState<Rows>([]);
  const [next, setNext] = useState<number | null>(null);
  const [trouble, setTrouble] = useState('');
  const changes = release.changes;
  if (!changes || release.since === null) return null;
  const load = async (of: DifferenceKind, after: number) => {
    setTrouble('');
    try {
      const page = await getShownDifferences(address, of, after);
      setKind(of);
      setRows((before) => (after ? [...before, ...page.rows] : page.rows));
      setNext(page.next_after);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Part
      title={`Since ${release.since}`}
      note={`${count(changes.same)} unchanged`}
      actions={release.since_address && <a href={`/release/${release.since_address}`}>{release.since}</a>}
    >
      <ul className={styles.changes}>
        {kinds.map((one) => (
          <li key={one} data-kind={one}>
            <b className="num">{count(changes[one])}</b>
            {release.shows_differences && changes[one] > 0 ? (
              <button
                type="button"
                className={styles.link}
                aria-pressed={kind === one}
                aria-label={`Show ${plural(changes[one], 'row')} ${one}`}
                onClick={() => void load(one, 0)}
              >
                {one}
              </button>
            ) : (
              <span>{one}</span>
            )}
          </li>
        ))}
      </ul>
      {trouble && <p role="alert">{trouble}</p>}
      <ol className={`${classes.rows} ${styles.narrow}`} aria-label={kind ? `Rows ${kind}` : undefined}>
        {rows.map(({ number, before, after }) =>
          before && after ? (
            <li key={number}>
              <p className={classes.source} dir="auto">
                <Difference before={before.source} after={after.source} language={after.source_language} />
              </p>
              <p dir="auto">
                <Difference
                  before={before.target_post_edited}
                  after={after.target_post_edited}
                  language={after.target_language}
                />
              </p>
            </li>
          ) : (
            (before ?? after) && <RowItem key={number} row={(after ?? before) as NonNullable<typeof after>} />
          ),
        )}
      </ol>
      {next !== null && kind && (
        <button type="button" className={styles.button} onClick={() => void load(kind, next)}>
          Show more
        </button>
      )}
    </Part>
  );
}
