/** What a text changes in another, line by line; long stretches without a change are left out. */

import { useMemo } from 'react';
import classes from './Guidelines.module.css';
import { lineDiff } from './lineDiff';

/** Lines shown around a change. */
const around = 2;

export function Changes({ before, after, empty }: { before: string; after: string; empty: string }) {
  const diff = useMemo(() => lineDiff(before, after), [before, after]);
  const near = useMemo(() => {
    const shown = new Set<number>();
    diff.forEach(({ kind }, i) => {
      if (kind !== 'same') for (let n = i - around; n <= i + around; n += 1) shown.add(n);
    });
    return shown;
  }, [diff]);
  if (near.size === 0) return <p className="soft">{empty}</p>;
  return (
    <ol className={classes.diff} aria-label="Changes">
      {diff.map(({ kind, text, line }, i) => {
        if (!near.has(i)) return near.has(i - 1) ? <li key={i} data-kind="left-out" aria-hidden="true" /> : null;
        return (
          <li key={i} data-kind={kind}>
            <span className={classes.lineNumber}>{kind === 'removed' ? '' : line}</span>
            <span className={classes.sign}>
              {kind === 'added' ? '+' : kind === 'removed' ? '−' : ''}
              {kind !== 'same' && <span className="vh">{kind} </span>}
            </span>
            <span dir="auto">{text || ' '}</span>
          </li>
        );
      })}
    </ol>
  );
}
