import type { Ratings } from '@/api/types';
import { plural, roundedPercent } from '@/lib/format';
import styles from './Ratings.module.css';
import { cents } from './words';

const labels = ['very bad', 'bad', 'good', 'very good', 'excellent'];
const width = 336;

interface ScorePlotProps {
  scores: readonly number[];
  /** Few authors: a dot for each. */
  isFew: boolean;
}

/** How many gave each rating. */
export function ScorePlot({ scores, isFew }: ScorePlotProps) {
  const most = Math.max(1, ...scores);
  const n = scores.reduce((sum, one) => sum + one, 0);
  const words = `Ratings 1 to 5: ${scores.join(', ')} ${n === 1 ? 'author' : 'authors'}`;
  return (
    <svg className={styles.plot} viewBox={`0 0 ${width} 118`} role="img" aria-label={words}>
      <path className={styles.axis} d={`M0 86H${width}`} />
      {scores.map((n, index) => (
        <g key={labels[index]} transform={`translate(${33 + index * 66} 0)`} textAnchor="middle">
          {isFew ? (
            Array.from({ length: n }, (_, nth) => <circle key={nth} cy={76 - nth * 14} r={5} />)
          ) : (
            <>
              <rect x={-23} y={86 - (n / most) * 64} width={46} height={(n / most) * 64} />
              <text className={styles.strong} y={80 - (n / most) * 64}>
                {n}
              </text>
            </>
          )}
          <text className={styles.strong} y={101}>
            {index + 1}
          </text>
          <text y={114}>{labels[index]}</text>
        </g>
      ))}
    </svg>
  );
}

interface RankPlotProps {
  ranks: Ratings['ranks'];
  published: number;
}

/** The share of yes by groups of ranks, with intervals, and the published share as a line. */
export function RankPlot({ ranks, published }: RankPlotProps) {
  const shown = ranks.flatMap((rank) => (rank.yes ? [{ ...rank, yes: rank.yes }] : []));
  const lows = shown.map(({ yes }) => yes.low ?? yes.value);
  const from = Math.min(0.4, Math.floor(Math.min(published, ...lows) * 5) / 5);
  const [left, right, top, bottom] = [34, width - 10, 12, 106];
  const x = (index: number) => left + (shown.length > 1 ? (index * (right - left)) / (shown.length - 1) : 0);
  const y = (share: number) => bottom - ((share - from) / (1 - from)) * (bottom - top);
  const marks = Array.from({ length: Math.round((1 - from) * 5) + 1 }, (_, n) => from + n / 5);
  const first = shown[0];
  const last = shown.at(-1);
  const finding =
    first && last && first !== last
      ? `Share of yes: ${cents(first.yes.value)} percent for ranks ${first.first} to ${first.last}, ${cents(last.yes.value)} percent for ranks ${last.first} to ${last.last}`
      : `Share of yes in ${plural(shown.length, 'group')} of ranks`;
  return (
    <svg className={styles.plot} viewBox={`0 0 ${width} 134`} role="img" aria-label={finding}>
      {marks.map((mark) => (
        <g key={mark}>
          <path className={styles.rule} d={`M26 ${y(mark)}H${width - 4}`} />
          <text x={20} y={y(mark) + 4} textAnchor="end">
            {cents(mark)}
          </text>
        </g>
      ))}
      <path className={styles.published} d={`M26 ${y(published)}H${width - 4}`} />
      <text x={width - 4} y={y(published) - 4} textAnchor="end">
        published {roundedPercent(published)}
      </text>
      <path
        className={styles.curve}
        d={shown.map(({ yes }, n) => `${n ? 'L' : 'M'}${x(n)} ${y(yes.value)}`).join('')}
      />
      {shown.map(({ first, last, yes }, n) => (
        <g key={first}>
          {yes.low !== null && yes.high !== null && (
            <path className={styles.range} d={`M${x(n)} ${y(yes.low)}V${y(yes.high)}`} />
          )}
          <circle className={styles.dot} cx={x(n)} cy={y(yes.value)} r={4}>
            <title>{`Ranks ${first} to ${last}: ${roundedPercent(yes.value)}`}</title>
          </circle>
          {(shown.length < 8 || n % 2 === 0) && (
            <text x={x(n)} y={122} textAnchor="middle">
              {first === last ? first : `${first}–${last}`}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
