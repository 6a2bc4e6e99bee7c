import type { ImportedDocument } from '@/api/types';
import { plural } from '@/lib/format';
import classes from './Changes.module.css';
import { Diff } from './Diff';

/** What is other than in the project, and what becomes of the reviews of the old text. */
export function Changes({ document }: { document: ImportedDocument }) {
  const { n_added, n_removed, n_pairs, n_reviews } = document;
  return (
    <section className={classes.changes}>
      <h3 dir="auto">
        {document.title} {document.side && <small>{document.side}</small>}
      </h3>
      <p className="soft">
        {plural(n_added, 'sentence')} came, {plural(n_removed, 'sentence')} went.{' '}
        {n_pairs > 0 && 'It becomes the next version; the old one and its pairs stay. '}
        {n_reviews > 0 &&
          `${plural(n_reviews, 'review')} ${n_reviews === 1 ? 'is' : 'are'} carried over: rows whose text is the same keep what was decided, the others are flagged.`}
      </p>
      <Diff lines={document.diff} language={document.language} />
    </section>
  );
}
