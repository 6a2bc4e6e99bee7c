import classes from './Outputs.module.css';

const side = 4;

interface IntervalProps {
  value: number;
  half: number | null;
  end: number;
  /** Where there are many columns. */
  isShort: boolean;
}

/** A rate with its interval on an axis from 0 to `end`, or from `end` to 0 where that is negative. The figure beside it says the same in words. */
export function Interval({ value, half, end, isShort }: IntervalProps) {
  const width = isShort ? 28 : 64;
  const share = (at: number) => Math.min(1, Math.max(0, end < 0 ? 1 - at / end : at / end));
  const x = (at: number) => side + share(at) * (width - 2 * side);
  return (
    <svg className={classes.interval} viewBox={`0 0 ${width} 12`} width={width} height={12} aria-hidden="true">
      <path className={classes.axis} d={`M0 6H${width}`} />
      {half !== null && <path className={classes.range} d={`M${x(value - half)} 6H${x(value + half)}`} />}
      <circle cx={x(value)} cy={6} r={3} />
    </svg>
  );
}
