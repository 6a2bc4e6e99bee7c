import type { SystemFigures } from './model/figures';
import classes from './Tasks.module.css';

const width = 180;

/** A mean with its interval on the axis of the scale; without an interval, the dot alone. */
export function Interval({
  of: { value, low, high },
  limits: [least, greatest],
}: {
  of: Pick<SystemFigures, 'value' | 'low' | 'high'>;
  limits: readonly [number, number];
}) {
  const x = (at: number) => 6 + ((Math.min(greatest, Math.max(least, at)) - least) / (greatest - least)) * (width - 12);
  const marks = Array.from({ length: greatest - least + 1 }, (_, step) => least + step);
  return (
    <svg className={classes.intervals} viewBox={`0 0 ${width} 20`} aria-hidden="true">
      <path d={`M6 10H${width - 6}`} />
      {marks.map((mark) => (
        <path key={mark} d={`M${x(mark)} 4V16`} />
      ))}
      {low !== null && high !== null && <path data-range d={`M${x(low)} 10H${x(high)}`} />}
      {value !== null && <circle cx={x(value)} cy={10} r={4} />}
    </svg>
  );
}

/** How often each value was chosen; half steps are light. */
export function Bars({
  counts,
  limits: [least, greatest],
}: {
  counts: SystemFigures['counts'];
  limits: readonly [number, number];
}) {
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
