/** The whole paper at a glance: how much was said on each sentence; the lit one is marked. */

import type { PaperSection } from '../grid/places';
import { heatOf } from '../model/summary';
import styles from './Paper.module.css';

interface Props {
  words: readonly number[];
  most: number;
  lit: number | null;
  sections: readonly PaperSection[];
}

export function PaperStrip({ words, most, lit, sections }: Props) {
  const n = Math.max(1, words.length);
  return (
    <div className={styles.strip}>
      <svg
        viewBox={`0 0 20 ${n}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Importance of all ${words.length} sentences`}
      >
        {words.map((spoken, i) => {
          const heat = heatOf(spoken, most);
          const width = heat === 0 ? 2 : 2.8 * heat;
          return (
            <rect
              key={i}
              x={17 - width}
              y={i}
              width={width}
              height={0.85}
              fill={heat === 0 ? 'var(--rule-2)' : `var(--heat-${heat})`}
            />
          );
        })}
        {sections.map(({ units }) => {
          const y = units[0]?.position ?? 0;
          return (
            y > 0 && <line key={y} x1="0" x2="3" y1={y} y2={y} stroke="var(--edge)" vectorEffect="non-scaling-stroke" />
          );
        })}
        {lit !== null && (
          <rect
            x="0.75"
            y={lit - 0.5}
            width="18.5"
            height="2"
            fill="none"
            stroke="var(--accent)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  );
}
