/** Lines that differ between two texts: the longest common subsequence, after what both begin and end with. */

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line of the newer text, from 1; of a removed line, the one that it stood before. */
  line: number;
}

/** Cells of the table beyond which everything between the common ends counts as replaced. */
const mostCells = 4_000_000;

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const out: DiffLine[] = now.slice(0, start).map((text, i) => ({ kind: 'same', text, line: i + 1 }));
  let line = start + 1;
  const add = (kind: DiffLine['kind'], text: string) => {
    out.push({ kind, text, line });
    if (kind !== 'removed') line += 1;
  };
  for (const [kind, text] of middle(left, right)) add(kind, text);
  for (const text of now.slice(now.length - end)) add('same', text);
  return out;
}

function middle(left: readonly string[], right: readonly string[]): [DiffLine['kind'], string][] {
  const out: [DiffLine['kind'], string][] = [];
  const width = right.length + 1;
  let [i, j] = [0, 0];
  if (left.length * right.length <= mostCells) {
    // lengths[i * width + j]: of the longest common subsequence of what begins at i and at j.
    const lengths = new Uint32Array((left.length + 1) * width);
    const at = (row: number, column: number) => lengths[row * width + column] as number;
    for (let row = left.length - 1; row >= 0; row -= 1)
      for (let column = right.length - 1; column >= 0; column -= 1)
        lengths[row * width + column] =
          left[row] === right[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));
    while (i < left.length && j < right.length) {
      if (left[i] === right[j]) {
        out.push(['same', left[i] as string]);
        i += 1;
        j += 1;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        out.push(['removed', left[i] as string]);
        i += 1;
      } else {
        out.push(['added', right[j] as string]);
        j += 1;
      }
    }
  }
  for (; i < left.length; i += 1) out.push(['removed', left[i] as string]);
  for (; j < right.length; j += 1) out.push(['added', right[j] as string]);
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
