import { Link } from 'react-router';
import { ago, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Pairings.module.css';
import { useImports } from './requests';

const words = {
  reading: 'being read',
  staged: 'not imported yet',
  importing: 'being imported',
  failed: 'failed',
} as const;

/** Imports that were begun and neither finished nor discarded. */
export function UnderWay({ slug }: { slug: string }) {
  const imports = useImports(slug);
  if (imports.isError) return <ErrorNote error={imports.error} onRetry={() => void imports.refetch()} />;
  const open = (imports.data?.results ?? []).filter((batch) => batch.state in words);
  if (open.length === 0) return null;
  return (
    <section className={classes.pairings} aria-labelledby="open-imports">
      <h2 id="open-imports">Unfinished imports</h2>
      <ul>
        {open.map((batch) => (
          <li key={batch.id}>
            <Link to={`/p/${slug}/pairs/import/${batch.id}`}>{plural(batch.n_files, 'file')}</Link>
            <span className="soft">
              {batch.created_by?.name ?? 'the system'}, {ago(batch.created_at)},{' '}
              {words[batch.state as keyof typeof words]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
