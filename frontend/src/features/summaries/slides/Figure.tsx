import { type Column, figureText, intervalText } from './model';
import type { SlidesFigure } from './requests';
import classes from './Slides.module.css';

const width = 56;
const side = 4;

interface FigureProps {
  of: SlidesFigure;
  column: Column;
  /** All of the column, which share an axis. */
  among: readonly SlidesFigure[];
  isBest: boolean;
  /** It looks better than it is. */
  misleads?: boolean;
}

/** A figure and, where the column has one, its interval on the axis of the column. */
export function Figure({ of, column, among, isBest, misleads }: FigureProps) {
  const said = intervalText(of, column);
  return (
    <span className={classes.figure} data-best={isBest || undefined} title={column.hasInterval ? said : undefined}>
      <span className={misleads ? classes.misleads : undefined}>{figureText(of.value, column)}</span>
      {column.hasInterval && of.value !== null && (
        <Plot of={of} value={of.value} among={among} label={isBest ? `best; ${said}` : said} />
      )}
    </span>
  );
}

interface PlotProps {
  of: SlidesFigure;
  value: number;
  among: readonly SlidesFigure[];
  label: string;
}

function Plot({ of: { low, high }, value, among, label }: PlotProps) {
  const ends = among.flatMap((each) => [each.low ?? each.value ?? 0, each.high ?? each.value ?? 0]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = (at: number) => side + ((at - least) / Math.max(most - least, 1e-9)) * (width - 2 * side);
  return (
    <svg viewBox={`0 0 ${width} 16`} width={width} height={16} role="img" aria-label={label}>
      <path d={`M0 8H${width}`} />
      {low !== null && high !== null && <path data-range d={`M${x(low)} 8H${x(high)}`} />}
      <circle cx={x(value)} cy={8} r={3} />
    </svg>
  );
}
