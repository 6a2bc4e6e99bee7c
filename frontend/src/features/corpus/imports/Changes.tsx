import type { DocumentKind, ImportedDocument } from '@/api/types';
import { plural } from '@/lib/format';
import { unitsOf } from '@/ui/kinds';
import { SentenceDiff } from '@/ui/SentenceDiff';

/** How the text differs from the one in the project, and what happens to the reviews of the old version. */
export function Changes({ document }: { document: ImportedDocument }) {
  const kind = document.kind as DocumentKind;
  const { n_added, n_removed, n_pairs, n_reviews } = document;
  return (
    <section style={{ marginBottom: 20 }}>
      <h3 dir="auto">
        {document.title} {document.side && <small>{document.side}</small>}
      </h3>
      <p className="soft">
        {unitsOf(kind, n_added)} added, {unitsOf(kind, n_removed)} removed.{' '}
        {n_pairs > 0 && 'It becomes the next version; the old version and its pairs are kept. '}
        {n_reviews > 0 &&
          `${plural(n_reviews, 'review')} ${n_reviews === 1 ? 'is' : 'are'} carried over: rows with the same text keep their decisions, all others are flagged.`}
      </p>
      <SentenceDiff lines={document.diff} language={document.language} />
    </section>
  );
}
