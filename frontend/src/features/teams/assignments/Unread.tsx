import { Link } from 'react-router';
import { plural } from '@/lib/format';
import { languagesInWords } from '@/lib/languages';
import classes from './Assignments.module.css';
import type { BoardCounts } from './requests';

/** Pairs that nobody in the project reads, by their languages, with the way out. */
export function Unread({ slug, unread }: { slug: string; unread: BoardCounts['unread'] }) {
  return (
    <ul className={classes.stuck}>
      {unread.map(({ source_language: source, target_language: target, n_pairs }) => (
        <li key={`${source} ${target}`}>
          <b>No reader.</b> {plural(n_pairs, 'pair waits', 'pairs wait')} for a reader of{' '}
          {languagesInWords([...new Set([source, target])])}.
          <div className={classes.ways}>
            <Link to={`/p/${slug}/people`}>Set languages</Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
