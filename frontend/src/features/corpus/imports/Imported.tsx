import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportBatch } from '@/api/types';
import { plural } from '@/lib/format';
import { Notice } from '@/ui/Notice';

/** What an import made, what it left without a pair, and where to go on. */
export function Imported({ slug, batch }: { slug: string; batch: ImportBatch }) {
  const {
    documents = [],
    pairs = [],
    slides_pairs = [],
    reviews = [],
    n_unchanged = 0,
    n_changed = 0,
    completed_pairs = [],
    n_unaligned = pairs.length,
    unpaired = [],
    n_unpaired = 0,
  } = batch.result;
  const isUnpaired = pairs.length === 0 && n_unpaired > 0;
  const areNew = pairs.length > 1 && n_unaligned > 0 && n_changed === 0 && reviews.length === 0;
  return (
    <Notice title="Imported">
      <p>
        {plural(documents.length, 'document')}
        {pairs.length > 0 ? ` in ${plural(pairs.length, 'new pair')}` : isUnpaired && ', in no pair yet'}
        {n_unchanged > 0 && `; ${plural(n_unchanged, 'document')} unchanged since an earlier import`}
        {n_changed > 0 && `; ${plural(n_changed, 'document')} changed`}
        {reviews.length > 0 && `; ${plural(reviews.length, 'review')} carried over`}
        {completed_pairs.length > 0 &&
          `; alignment or offline translation added to ${plural(completed_pairs.length, 'known pair')}`}
        .
      </p>
      {pairs.length > 0 && unpaired.length > 0 && (
        <p>
          In no pair yet: {unpaired.map(({ source_name, title }) => source_name || title).join(', ')}
          {n_unpaired > unpaired.length && ` and ${plural(n_unpaired - unpaired.length, 'more', 'more')}`}.{' '}
          <Link to={`/p/${slug}/pairs/new`}>Pair documents</Link>
        </p>
      )}
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {isUnpaired ? (
          <>
            <Button component={Link} to={`/p/${slug}/pairs/new`} variant="filled">
              Pair documents
            </Button>
            <Button component={Link} to={`/p/${slug}/documents`}>
              View documents
            </Button>
          </>
        ) : (
          <>
            {areNew && (
              <Button
                component={Link}
                to={`/p/${slug}/pairs/align?stage=unaligned`}
                state={{ next: `/p/${slug}` }}
                variant="filled"
              >
                Next: align {plural(n_unaligned, 'pair')}
              </Button>
            )}
            <Button component={Link} to={`/p/${slug}/pairs`} variant={areNew ? 'default' : 'filled'}>
              View pairs
            </Button>
          </>
        )}
        {slides_pairs.length === 1 && (
          <Button component={Link} to={`/p/${slug}/pairs/${slides_pairs[0]}/timeline`}>
            Timeline of the slides
          </Button>
        )}
        <Button component={Link} to={`/p/${slug}/pairs/import`}>
          Import more
        </Button>
      </p>
    </Notice>
  );
}
