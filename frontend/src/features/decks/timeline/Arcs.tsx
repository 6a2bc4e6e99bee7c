import { useMemo } from 'react';
import { endOf, returnsOf, type Timeline } from './model';
import classes from './Timeline.module.css';

interface ArcsProps {
  timeline: Timeline;
  /** Of the talk, in seconds. */
  length: number;
  /** The position of the stretch whose page alone is followed where arcs are many; undefined where none is active. */
  active: number | undefined;
}

/** More arcs than these could not be told apart. */
const most = 40;

/** Above the strip: from where a page was shown to where it is shown again. */
export function Arcs({ timeline, length, active }: ArcsProps) {
  const returns = useMemo(() => returnsOf(timeline), [timeline]);
  if (returns.length === 0) return null;
  const { stretches } = timeline;
  const page = active === undefined ? 0 : stretches[active]?.page;
  const drawn = returns.length > most ? returns.filter(([from]) => stretches[from]?.page === page) : returns;
  const middle = (index: number) => ((stretches[index]?.start ?? 0) + endOf(timeline, index, length)) / 2;
  const arcOf = ([from, to]: readonly [number, number]) =>
    `M${middle(from)} 1C${middle(from)} 0 ${middle(to)} 0 ${middle(to)} 1`;
  return (
    <svg className={classes.arcs} viewBox={`0 0 ${length} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={drawn.map(arcOf).join('')} />
    </svg>
  );
}
