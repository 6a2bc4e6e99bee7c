import type { SystemFigures } from './model/figures';
import classes from './Tasks.module.css';

const width = 180;
type Limits = readonly [least: number, greatest: number];

const placeOf = (at: number, [least, greatest]: Limits) => 6 + ((at - least) / (greatest - least)) * (width - 12);
const marksOf = ([least, greatest]: Limits) => Array.from({ length: greatest - least + 1 }, (_, step) => least + step);

/** The values of the scale, over the intervals of a column. */
export function Axis({ limits }: { limits: Limits }) {
  return (
    <svg className={classes.axis} viewBox={`0 0 ${width} 16`} aria-hidden="true">
      {marksOf(limits).map((mark) => (
        <text key={mark} x={placeOf(mark, limits)} y={12}>
          {mark}
        </text>
      ))}
    </svg>
  );
}

/** A mean with its interval on the axis of the scale; without an interval, the dot alone. */
export function Interval({
  of: { value, low, high },
  limits: [least, greatest],
}: {
  of: Pick<SystemFigures, 'value' | 'low' | 'high'>;
  limits: Limits;
}) {
  const limits = [least, greatest] as const;
  const x = (at: number) => placeOf(Math.min(greatest, Math.max(least, at)), limits);
  return (
    <svg className={classes.intervals} viewBox={`0 0 ${width} 20`} aria-hidden="true">
      <path d={`M6 10H${width - 6}`} />
      {marksOf(limits).map((mark) => (
        <path key={mark} d={`M${x(mark)} 4V16`} />
      ))}
      {low !== null && high !== null && <path data-range d={`M${x(low)} 10H${x(high)}`} />}
      {value !== null && <circle cx={x(value)} cy={10} r={4} />}
    </svg>
  );
}

/** How often each value was chosen; half steps are light. */
export function Bars({ counts, limits: [least, greatest] }: { counts: SystemFigures['counts']; limits: Limits }) {
  const hasHalves = counts.some(({ value }) => !Number.isInteger(value));
  const step = hasHalves ? 0.5 : 1;
  const n = (greatest - least) / step + 1;
  const most = Math.max(1, ...counts.map((each) => each.n));
  const bar = 90 / n;
  const words = counts.map((each) => `${each.value}: ${each.n}`).join(', ');
  return (
    <svg className={classes.bars} viewBox="0 0 90 24" role="img" aria-label={`Ratings ${words}`}>
      {counts.map((each) => (
        <rect
          key={each.value}
          data-half={!Number.isInteger(each.value) || undefined}
          x={((each.value - least) / step) * bar + 0.5}
          y={24 - (each.n / most) * 24}
          width={bar - 1}
          height={(each.n / most) * 24}
        />
      ))}
    </svg>
  );
}
