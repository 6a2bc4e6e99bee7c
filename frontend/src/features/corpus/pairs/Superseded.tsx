import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Pair } from '@/api/types';
import classes from './Pairs.module.css';

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
