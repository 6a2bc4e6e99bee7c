/** Between the two sides of a row. Wire: proposed or edited by hand; disc and number: how sure; bracket: how many. */

import { IconArrowsCross, IconPencil } from '@tabler/icons-react';
import { memo } from 'react';
import { probability } from '@/lib/format';
import { ConfidenceMark } from '@/ui/Confidence';
import { classes } from '../frame/context';
import { shapeOf } from '../model/shape';
import type { Row } from '../model/types';
import styles from './Connector.module.css';
import { statusWord, sureness } from './words';

/** `crosses`: number of the nearest row it crosses. */
export const Connector = memo(function Connector({
  row,
  crosses,
  proposed,
}: {
  row: Row;
  crosses: number | null;
  proposed: number | null;
}) {
  const { source, target, oneToOne, empty } = shapeOf(row);
  const said = [
    sureness(row),
    `${source} to ${target}`,
    crosses === null ? '' : `crosses row ${crosses}`,
    statusWord[row.status],
  ];
  return (
    <div className={styles.link} role="gridcell" data-accept="true">
      <span className="vh">{said.filter(Boolean).join(', ')}</span>
      <Wire n={source} end="left" stop={empty === 'drop'} />
      <span className={styles.middle} aria-hidden="true">
        {row.edited ? (
          <span className={styles.person} title="edited by hand">
            <IconPencil size={14} stroke={1.75} aria-hidden="true" />
          </span>
        ) : (
          <>
            {proposed !== null && row.confidence !== null && (
              <s className={styles.was}>{probability(row.confidence)}</s>
            )}
            <ConfidenceMark value={proposed ?? row.confidence} />
          </>
        )}
        {crosses !== null ? (
          <span className={styles.ratio} title={`crosses row ${crosses}`}>
            ×{crosses}
          </span>
        ) : (
          !oneToOne &&
          proposed === null && (
            <span className={styles.ratio}>
              {source}:{target}
            </span>
          )
        )}
        {crosses !== null && <IconArrowsCross size={12} stroke={1.75} aria-hidden="true" />}
      </span>
      {crosses === null && <Wire n={target} end="right" stop={empty === 'null'} />}
    </div>
  );
});

function Wire({ n, end, stop }: { n: number; end: 'left' | 'right'; stop: boolean }) {
  if (n === 0) return <span className={classes(styles.wire, styles.none)} />;
  if (n > 1) return <span className={classes(styles.fork, end === 'left' ? styles.forkLeft : styles.forkRight)} />;
  return <span className={classes(styles.wire, stop && styles.stop, stop && end === 'right' && styles.stopRight)} />;
}
