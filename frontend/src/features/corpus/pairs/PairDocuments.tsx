import { Link } from 'react-router';
import type { DocumentSummary, Pair } from '@/api/types';
import { language, plural } from '@/lib/format';
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
            {document.kind}, {language(document.language)},{' '}
            {plural(document.n_units, document.kind === 'transcript' ? 'segment' : 'sentence')}
          </p>
        </div>
      ))}
    </div>
  );
}
