/** What a text changes in another, line by line; long stretches without a change are left out. */

import { useMemo } from 'react';
import { changesOf } from '@/lib/difference';
import classes from './Guidelines.module.css';

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

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line of the newer text, from 1; of a removed line, the one that it stood before. */
  line: number;
}

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const out: DiffLine[] = [];
  let line = 1;
  let come: string[] = [];
  const add = (kind: DiffLine['kind'], text: string) => {
    out.push({ kind, text, line });
    if (kind !== 'removed') line += 1;
  };
  // Within a stretch of changes, what went stands before what came.
  const flush = () => {
    for (const text of come) add('added', text);
    come = [];
  };
  for (const { kind, text } of changesOf(before.split('\n'), after.split('\n'))) {
    if (kind === 'ins') come.push(text);
    else if (kind === 'del') add('removed', text);
    else {
      flush();
      add('same', text);
    }
  }
  flush();
  return out;
}

/** Numbers of the lines of the newer text that are new or changed; lines that only went leave none. */
export function changedLines(diff: readonly DiffLine[]): ReadonlySet<number> {
  return new Set(diff.filter(({ kind }) => kind === 'added').map(({ line }) => line));
}

/** Runs of lines that differ. */
export function countChanges(diff: readonly DiffLine[]): number {
  return diff.filter(({ kind }, i) => kind !== 'same' && (i === 0 || diff[i - 1]?.kind === 'same')).length;
}
