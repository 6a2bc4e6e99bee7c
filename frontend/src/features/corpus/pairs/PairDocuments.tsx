import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { DocumentSummary, Pair } from '@/api/types';
import { language } from '@/lib/format';
import { unitsOf } from '@/ui/kinds';
import classes from './Pairs.module.css';

/** Both sides of a pair, each a link to its text. */
export function PairDocuments({ slug, pair }: { slug: string; pair: Pair }) {
  const sides: [string, DocumentSummary][] = [
    ['Source', pair.source],
    ['Target', pair.target],
  ];
  return (
    <div className={classes.documents}>
      {sides.map(([side, document]) => (
        <div key={side}>
          <h3>{side}</h3>
          <Link to={`/p/${slug}/documents/${document.id}`} dir="auto">
            {document.title}
          </Link>
          <p className="soft">
            {document.kind}, {language(document.language)}, {unitsOf(document.kind, document.n_units)}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Says that one of the pair's documents has a newer version and links to it; nothing for the latest pair. */
export function Superseded({ slug, pair }: { slug: string; pair: Pair }) {
  const { newer_pair, newer_document } = pair;
  if (newer_pair === null && newer_document === null) return null;
  return (
    <p className={classes.superseded}>
      <IconHistory size={14} stroke={1.75} aria-hidden="true" />
      Superseded:{' '}
      {newer_pair !== null ? (
        <Link to={`/p/${slug}/pairs/${newer_pair}`}>newer version of this pair</Link>
      ) : (
        <Link to={`/p/${slug}/documents/${newer_document}`}>newer version of a document</Link>
      )}
    </p>
  );
}
