import { useQuality } from '@/api/projects';
import type { Quality } from '@/api/types';
import { count, figure, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { right, Table } from '@/ui/Table';
import { AsOf } from './AsOf';
import { Calibration, Shape } from './Calibration';
import classes from './Overview.module.css';

type Engine = Quality['engines'][number];

/** Above this calibration error, a probability is misleading. */
const largeError = 0.05;

/** How good the engines' proposals were, for those who curate. */
export function EngineQuality({ slug }: { slug: string }) {
  const quality = useQuality(slug, true);
  const engines = quality.data?.engines ?? [];
  return (
    <Part
      title="Engine quality"
      note={
        <>
          compared with submitted reviews
          <AsOf what="," figures={quality.data} />
        </>
      }
      actions={engines.length > 0 && <Files slug={slug} engines={engines} />}
    >
      <Pending of={quality} what="engine quality" />
      {quality.data && quality.data.computed_at !== null && <Engines engines={engines} />}
    </Part>
  );
}

function Files({ slug, engines }: { slug: string; engines: readonly Engine[] }) {
  return (
    <>
      <CsvButton
        name={`${slug}-engines`}
        of="Engine quality"
        header={['engine', 'pairs', 'links', 'strict_f1', 'lax_f1', 'ece']}
        rows={engines.map((one) => [one.engine, one.n_talks, one.n_links, one.strict_f1, one.lax_f1, one.ece])}
      />
      <CsvButton
        name={`${slug}-calibration`}
        of="Calibration"
        label="Calibration as CSV"
        header={['engine', 'confidence', 'right', 'links']}
        rows={engines.flatMap((one) => one.bins.map((bin) => [one.engine, bin.confidence, bin.right, bin.n]))}
      />
    </>
  );
}

/** How many links of each engine were right, and how well calibrated its probabilities are. */
function Engines({ engines }: { engines: readonly Engine[] }) {
  if (engines.length === 0) {
    return <p className="soft">No figures yet. They are computed from submitted reviews.</p>;
  }
  return (
    <div className={classes.quality}>
      <Table label="Engine quality" columns={['Engine', right('Strict F1'), right('Lax F1'), right('ECE')]}>
        {engines.map((engine, index) => (
          <tr key={engine.engine}>
            <th scope="row">
              <Mark index={index} /> {engine.engine_label}
              <small>
                {count(engine.n_links)} links, {plural(engine.n_talks, 'pair')}
              </small>
            </th>
            <td data-right data-label="strict F1" className="num">
              {figure(engine.strict_f1)}
            </td>
            <td data-right data-label="lax F1" className="num">
              {figure(engine.lax_f1)}
            </td>
            <td
              data-right
              data-label="ECE"
              className={`num ${engine.ece !== null && engine.ece > largeError ? classes.low : ''}`}
              title="Expected calibration error: the average difference between the confidence and the share of links that were right"
            >
              {figure(engine.ece, 3)}
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
      <Shape of={index} />
    </svg>
  );
}
