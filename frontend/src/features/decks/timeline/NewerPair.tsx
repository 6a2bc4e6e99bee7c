import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import classes from './Timeline.module.css';

/** Where to go on once a newer version of the pair's texts was imported; nothing for the newest. */
export function NewerPair({ slug, pair }: { slug: string; pair: PairDetail }) {
  if (pair.newer_pair === null) return null;
  return (
    <p className={classes.note} role="status">
      Nothing can be changed here: there is a{' '}
      <Link to={`/p/${slug}/pairs/${pair.newer_pair}/timeline`}>newer version of this pair</Link>.
    </p>
  );
}
