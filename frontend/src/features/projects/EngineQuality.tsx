import type { Quality } from '@/api/types';
import { count, plural, probability } from '@/lib/format';
import { Table } from '@/ui/Table';
import { Calibration } from './Calibration';
import classes from './Overview.module.css';

type Engine = Quality['engines'][number];

/** A calibration error above it makes a probability misleading. */
const largeError = 0.05;

/** How much of what each engine proposed people kept, and whether its probabilities mean what they say. */
export function EngineQuality({ engines }: { engines: readonly Engine[] }) {
  if (engines.length === 0) {
    return <p className="soft">Nothing to compare yet: the first submitted review says how good its proposal was.</p>;
  }
  return (
    <div className={classes.quality}>
      <Table
        label="Engine quality"
        head={
          <>
            <th>Engine</th>
            <th data-right>Strict F1</th>
            <th data-right>Lax F1</th>
            <th data-right>ECE</th>
          </>
        }
      >
        {engines.map((engine, index) => (
          <tr key={engine.engine}>
            <th scope="row">
              <Mark index={index} /> <code>{engine.engine}</code>
              <small>
                {count(engine.n_links)} links, {plural(engine.n_talks, 'talk')}
              </small>
            </th>
            <td data-right data-label="strict F1" className="num">
              {probability(engine.strict_f1)}
            </td>
            <td data-right data-label="lax F1" className="num">
              {probability(engine.lax_f1)}
            </td>
            <td
              data-right
              data-label="ECE"
              className={`num ${engine.ece !== null && engine.ece > largeError ? classes.low : ''}`}
              title="Expected calibration error: how far, on average, a probability is from the share of links that were right"
            >
              {engine.ece === null ? '–' : engine.ece.toFixed(3).replace(/^0/, '')}
            </td>
          </tr>
        ))}
      </Table>
      <Calibration engines={engines} />
    </div>
  );
}

/** The same shape stands at the engine's line: colour alone says nothing. */
function Mark({ index }: { index: number }) {
  return (
    <svg
      width="12"
      height="12"
      viewBox="-6 -6 12 12"
      aria-hidden="true"
      className={classes.series}
      data-series={index % 3}
    >
      {index % 3 === 0 && <circle r="4" />}
      {index % 3 === 1 && <rect x="-3.5" y="-3.5" width="7" height="7" />}
      {index % 3 === 2 && <path d="M0-5 5 4H-5Z" />}
    </svg>
  );
}
