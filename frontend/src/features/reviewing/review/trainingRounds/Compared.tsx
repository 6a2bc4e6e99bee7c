/** One's own row beside the expected one; what differs is ochre. */

import { judgements } from '@/ui/large/judgements';
import { textOf } from './content';
import type { AnsweredRow, Item, Outcome } from './requests';
import classes from './Training.module.css';

export function Compared({ item, outcome }: { item: Item; outcome: Outcome }) {
  const { given, expected } = outcome;
  const isSame = (side: 'source' | 'target') => JSON.stringify(given[side]) === JSON.stringify(expected[side]);
  const sides = (['source', 'target'] as const).filter((side) => side === 'target' || !isSame(side));
  return (
    <dl className={classes.compared}>
      <dt>You</dt>
      <dd>
        {sides.map((side) => (
          <Chips key={side} texts={item[side]} pieces={given[side]} other={expected[side]} />
        ))}
        <Labels row={given} other={expected} />
      </dd>
      <dt>Expected</dt>
      <dd>
        {sides.map((side) => (
          <Chips key={side} texts={item[side]} pieces={expected[side]} other={given[side]} />
        ))}
        <Labels row={expected} other={given} />
      </dd>
    </dl>
  );
}

interface ChipsProps {
  texts: readonly string[];
  pieces: readonly (readonly number[])[];
  other: readonly (readonly number[])[];
}

function Chips({ texts, pieces, other }: ChipsProps) {
  const others = new Set(other.map(String));
  if (pieces.length === 0) return <p className={classes.none}>nothing on this side</p>;
  return (
    <p className={classes.chips} dir="auto">
      {pieces.map((piece) => (
        <span key={String(piece)} data-differs={!others.has(String(piece)) || undefined}>
          {textOf(texts, piece)}
        </span>
      ))}
    </p>
  );
}

function Labels({ row, other }: { row: AnsweredRow; other: AnsweredRow }) {
  const labels = labelsOf(row);
  const others = new Map(labelsOf(other));
  return (
    <p className={classes.labels}>
      {labels.map(([name, value]) => (
        <span key={name} data-differs={others.get(name) !== value || undefined}>
          {name} <b>{value}</b>
        </span>
      ))}
    </p>
  );
}

function labelsOf(row: AnsweredRow): [name: string, value: string][] {
  const yesNo = (value: boolean | null | undefined) => (value == null ? 'not set' : value ? 'yes' : 'no');
  const labels: [string, string][] = [
    [judgements.good_align, yesNo(row.good_align)],
    [judgements.good_mt, yesNo(row.good_mt)],
  ];
  if (row.null_reason) labels.push(['Reason', row.null_reason]);
  if (row.tags?.length) labels.push(['Tags', [...row.tags].sort().join(', ')]);
  for (const [key, value] of Object.entries(row.labels ?? {})) labels.push([key, String(value)]);
  return labels;
}
