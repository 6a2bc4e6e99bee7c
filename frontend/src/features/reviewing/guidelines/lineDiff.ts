/** Lines that differ between two texts. */

import { changesOf } from '@/lib/difference';

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line of the newer text, from 1; of a removed line, the one that it stood before. */
  line: number;
}

/** Changed lines beyond which everything between the common ends counts as replaced. */
const mostChanges = 1_000;

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
  for (const { kind, text } of changesOf(before.split('\n'), after.split('\n'), mostChanges)) {
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
