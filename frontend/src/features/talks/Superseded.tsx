import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Pair } from '@/api/types';
import classes from './Talks.module.css';

/** That a text of a pair has a newer version, with the way to it; nothing where the pair is the latest. */
export function Superseded({ slug, pair }: { slug: string; pair: Pair }) {
  const { newer_pair, newer_document } = pair;
  if (newer_pair === null && newer_document === null) return null;
  return (
    <p className={classes.superseded}>
      <IconHistory size={14} stroke={1.75} aria-hidden="true" />
      Superseded:{' '}
      {newer_pair !== null ? (
        <Link to={`/p/${slug}/talks/${newer_pair}`}>the next version of this talk</Link>
      ) : (
        <Link to={`/p/${slug}/documents/${newer_document}`}>the next version of its text</Link>
      )}
    </p>
  );
}
