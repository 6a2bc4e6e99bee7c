import type { Quality } from '@/api/types';
import { figure, plural, probability, shortFigure } from '@/lib/format';
import classes from './Overview.module.css';

type Engine = Quality['engines'][number];

const side = { left: 30, top: 8, width: 280, height: 176 };
const x = (share: number) => side.left + share * side.width;
const y = (share: number) => side.top + (1 - share) * side.height;
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** The share of links that were right at each confidence; on the dashed line confidence and share are equal. */
export function Calibration({ engines }: { engines: readonly Engine[] }) {
  const drawn = engines.map((engine, index) => ({ engine, index })).filter(({ engine }) => engine.bins.length > 0);
  if (drawn.length === 0) return null;
  return (
    <figure className={classes.chart}>
      <figcaption>
        Share of links that were right <small>dashed: perfect calibration</small>
      </figcaption>
      <svg
        viewBox="0 0 320 220"
        role="img"
        aria-label={`Share of links that were right at each confidence. ${valuesOf(drawn)}`}
      >
        {ticks.map((share) => (
          <g key={share}>
            <path className={classes.gridline} d={`M${x(0)} ${y(share)}H${x(1)}`} />
            <text x={side.left - 6} y={y(share) + 4} textAnchor="end">
              {shortFigure(share)}
            </text>
            <text x={x(share)} y={side.top + side.height + 16} textAnchor="middle">
              {shortFigure(share)}
            </text>
          </g>
        ))}
        <path className={classes.perfect} d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
        <text x={x(0.5)} y={218} textAnchor="middle">
          confidence
        </text>
        {drawn.map(({ engine, index }) => (
          <g key={engine.engine} className={classes.series} data-series={index % 3}>
            <polyline
              className={classes.line}
              points={engine.bins.map((bin) => `${x(bin.confidence)},${y(bin.right)}`).join(' ')}
            />
            {engine.bins.map((bin) => (
              <g key={bin.confidence} transform={`translate(${x(bin.confidence)} ${y(bin.right)})`}>
                <title>{`${engine.engine_label}: of ${plural(bin.n, 'link')} at ${probability(bin.confidence)}, ${figure(bin.right)} were right`}</title>
                <Shape of={index} />
              </g>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** The shape of an engine's points, by its place. */
export function Shape({ of }: { of: number }) {
  const shapes = [<circle r="4" />, <rect x="-3.5" y="-3.5" width="7" height="7" />, <path d="M0-5 5 4H-5Z" />];
  return shapes[of % 3];
}

function valuesOf(drawn: readonly { engine: Engine }[]): string {
  return drawn
    .map(({ engine }) => {
      const points = engine.bins.map((bin) => `${figure(bin.right)} at ${probability(bin.confidence)}`);
      return `${engine.engine_label}: ${points.join(', ')}.`;
    })
    .join(' ');
}
