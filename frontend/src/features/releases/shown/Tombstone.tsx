import { ApiError } from '@/api/client';
import type { Got } from '@/api/types';
import { date, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { Facts } from '@/ui/Facts';
import styles from './Shown.module.css';

export type Deleted = Got<'Tombstone'>;

/** What is left of a release that was deleted, where that is why its page does not open. */
export function tombstoneIn(error: unknown): Deleted | null {
  if (!(error instanceof ApiError) || error.status !== 410) return null;
  return (error.body as Got<'GoneRelease'> | null)?.tombstone ?? null;
}

function Hashes({ hashes }: { hashes: string[] }) {
  return hashes.map((hash) => (
    <p key={hash}>
      <code>{hash}</code>
    </p>
  ));
}

/** The page of a release that was deleted: what it was, when it went and why. */
export function Tombstone({ deleted }: { deleted: Deleted }) {
  const name = `${deleted.title} ${deleted.version}`;
  useTitle(`${name} was deleted`);
  return (
    <main className={styles.trouble}>
      <p className="muted" dir="auto">
        {deleted.project}
      </p>
      <h1 dir="auto">{name} was deleted</h1>
      <p>
        Deleted on {date(deleted.deleted_at)}. <span dir="auto">{deleted.reason}</span>
      </p>
      <Facts
        facts={[
          ['Frozen', deleted.frozen_at ? date(deleted.frozen_at) : 'not known'],
          ['Held', plural(deleted.n_rows, 'row')],
          ['SHA-256', <code key="sha256">{deleted.sha256}</code>],
          ['Before talks were erased', deleted.earlier.length > 0 && <Hashes hashes={deleted.earlier} />],
          ['Rows, SHA-256', <code key="rows">{deleted.rows_sha256}</code>],
        ]}
      />
      <p className="soft">There are no files any more. If you have a copy, delete it.</p>
    </main>
  );
}
