import { good, least } from '@/features/teams/alpha';
import { figure } from '@/lib/format';
import styles from './Agreement.module.css';
import type { Figure } from './requests';

const side = 6;
const share = (value: number) => Math.min(1, Math.max(0, value));

/** A figure with its interval on the axis from 0 to 1: dashed where conclusions begin, thin where they are safe. */
export function Interval({ of, width }: { of: Pick<Figure, 'value' | 'low' | 'high'>; width: number }) {
  const { value, low, high } = of;
  const x = (at: number) => side + share(at) * (width - 2 * side);
  if (value === null) return null;
  const isLow = value < least;
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${width} 20`}
      width={width}
      height={20}
      aria-hidden="true"
      data-low={isLow || undefined}
    >
      <path className={styles.axis} d={`M${side} 10H${width - side}`} />
      <path className={styles.least} d={`M${x(least)} 0V20`} />
      <path className={styles.good} d={`M${x(good)} 0V20`} />
      {low !== null && high !== null && <path className={styles.range} d={`M${x(low)} 10H${x(high)}`} />}
      {isLow ? (
        <rect x={x(value) - 4} y={6} width={8} height={8} transform={`rotate(45 ${x(value)} 10)`} />
      ) : (
        <circle cx={x(value)} cy={10} r={4.5} />
      )}
    </svg>
  );
}

/** The numbers of the axis, over a column of intervals. */
export function IntervalHead({ width }: { width: number }) {
  const x = (at: number) => side + at * (width - 2 * side);
  return (
    <svg className={styles.plot} viewBox={`0 0 ${width} 16`} width={width} height={16} aria-hidden="true">
      <text x={side} y={12}>
        0
      </text>
      <text x={x(least)} y={12} textAnchor="middle">
        {figure(least)}
      </text>
      <text x={x(good)} y={12} textAnchor="middle">
        {figure(good, 1)}
      </text>
      <text x={width - side} y={12} textAnchor="end">
        1
      </text>
    </svg>
  );
}

/** "95 % interval .40 to .61", for a title. */
export function intervalText({ low, high }: Pick<Figure, 'low' | 'high'>): string {
  return low === null || high === null
    ? 'No interval: too few values'
    : `95 % interval ${figure(low)} to ${figure(high)}`;
}
