import classes from './Person.module.css';
import type { PersonFigure } from './requests';

const [width, height, side] = [200, 20, 8];
const x = (share: number) => side + Math.min(1, Math.max(0, share)) * (width - 2 * side);

interface PlotProps {
  of: PersonFigure;
  isFew: boolean;
  /** The same figure of each review: hollow dots. */
  ofReviews: readonly number[];
}

/** A share with its interval on the axis from 0 to 1, over the range of the others. The table says the same in figures. */
export function Plot({ of, isFew, ofReviews }: PlotProps) {
  const { value, low, high, least, most } = of;
  return (
    <svg className={classes.plot} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className={classes.axis} d={`M${side} 10H${width - side}`} />
      {least !== null && most !== null && (
        <rect className={classes.others} x={x(least) - 1} y={4} width={x(most) - x(least) + 2} height={12} />
      )}
      {ofReviews.map((one, index) => (
        <circle key={index} className={classes.review} cx={x(one)} cy={10} r={3} />
      ))}
      <g data-apart={of.is_apart || undefined} className={classes.own}>
        {low !== null && high !== null && !isFew && <path d={`M${x(low)} 10H${x(high)}`} />}
        {value !== null && isFew && <circle className={classes.few} cx={x(value)} cy={10} r={4.5} />}
        {value !== null && !isFew && !of.is_apart && <circle cx={x(value)} cy={10} r={4.5} />}
        {value !== null && !isFew && of.is_apart && (
          <rect x={x(value) - 4} y={6} width={8} height={8} transform={`rotate(45 ${x(value)} 10)`} />
        )}
      </g>
    </svg>
  );
}
