import type { Quality } from '@/api/types';
import { count, plural, probability } from '@/lib/format';
import { Table } from '@/ui/Table';
import { Calibration } from './Calibration';
import classes from './Overview.module.css';

type Engine = Quality['engines'][number];

/** Above this calibration error, a probability is misleading. */
const largeError = 0.05;

/** How many links of each engine were right, and how well calibrated its probabilities are. */
export function EngineQuality({ engines }: { engines: readonly Engine[] }) {
  if (engines.length === 0) {
    return <p className="soft">No figures yet. They are computed from submitted reviews.</p>;
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
              <Mark index={index} /> {engine.engine_label}
              <small>
                {count(engine.n_links)} links, {plural(engine.n_talks, 'pair')}
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
              title="Expected calibration error: the average difference between the confidence and the share of links that were right"
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

/** The same shape marks the engine's line in the chart, so that nothing depends on colour alone. */
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
