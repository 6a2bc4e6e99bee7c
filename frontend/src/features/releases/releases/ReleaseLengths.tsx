import classes from '@/features/releases/Release.module.css';
import type { ReleaseStatistics as Statistics } from '@/features/releases/requests/releases';
import { count, roundedPercent } from '@/lib/format';
import { Part } from '@/ui/Page';
import { lengthPlots, type Plot } from './lengths';

/** How long the texts are: a plot for each side of each split, rank and pair of languages. */
export function ReleaseLengths({ statistics }: { statistics: readonly Statistics[] }) {
  const plots = lengthPlots(statistics);
  if (plots.length === 0) return null;
  return (
    <Part title="Lengths" note="Share of texts by length; the last bar holds all longer ones">
      <ul className={classes.plots}>
        {plots.map((plot) => (
          <li key={plot.key}>
            <p>
              <b dir="auto">{plot.name}</b> <span className="muted">{plot.side}</span>
            </p>
            <Bars plot={plot} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

const [width, height, gap] = [220, 64, 2];

function Bars({ plot }: { plot: Plot }) {
  const each = width / plot.bars.length;
  return (
    <svg viewBox={`0 0 ${width} ${height + 14}`} role="img" aria-label={plot.says} className={classes.bars}>
      {plot.bars.map((bar, n) => {
        const tall = Math.max(bar.rows > 0 ? 1 : 0, (bar.share / plot.most) * height);
        return (
          <rect key={bar.name} x={n * each} y={height - tall} width={each - gap} height={tall}>
            <title>{`${bar.name} ${plot.unit}: ${count(bar.rows)} (${roundedPercent(bar.share)})`}</title>
          </rect>
        );
      })}
      <line x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
      {plot.bars.map(
        (bar, n) =>
          n % 3 === 2 &&
          n < plot.bars.length - 2 && (
            <text key={bar.name} x={(n + 1) * each - gap} y={height + 12} textAnchor="end">
              {bar.upTo ?? ''}
            </text>
          ),
      )}
      <text x={width} y={height + 12} textAnchor="end">
        {plot.unit}
      </text>
    </svg>
  );
}
