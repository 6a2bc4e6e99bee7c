import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { count, perHundred, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { right, Table, unseen } from '@/ui/Table';
import classes from './Generated.module.css';
import { canGoOn, missing } from './model';
import { published } from './published';
import {
  type Direction,
  type GenerationRun,
  type HumanMeans,
  textsFile,
  useCancel,
  useGoOn,
  useRemove,
} from './requests';

interface RunsTableProps {
  runs: readonly GenerationRun[];
  chosen: number | undefined;
  direction: Direction;
  means: HumanMeans;
  mayChange: boolean;
  onChoose: (run: number) => void;
}

const figures = {
  'R-1': (run: GenerationRun) => run.rouge_1,
  'R-2': (run: GenerationRun) => run.rouge_2,
  'R-L': (run: GenerationRun) => run.rouge_l,
};

/** The runs of one direction with their means, and what can be done with each. */
export function RunsTable({ runs, chosen, direction, means, mayChange, onChoose }: RunsTableProps) {
  const columns = [
    'Run',
    'On',
    right('R-1'),
    right('R-2'),
    right('R-L'),
    right('Missing'),
    right('Human, 1–5'),
    unseen('Actions'),
  ];
  return (
    <Table label="Runs" columns={columns}>
      {runs.map((run) => (
        <tr key={run.id} className={classes.run} data-chosen={run.id === chosen || undefined}>
          <th scope="row">
            <button
              type="button"
              className={classes.name}
              aria-current={run.id === chosen || undefined}
              onClick={() => onChoose(run.id)}
            >
              {run.name}
            </button>
            <small className={classes.about}>
              {run.model || run.file_name}
              {run.prompt_version > 0 && `, prompt ${run.prompt_version}`}
              {run.with_paper && ', with paper'}
            </small>
          </th>
          <td data-label="On">
            {plural(run.n_talks, 'talk')}, {plural(run.n_slides, 'slide')}
            <State run={run} />
          </td>
          {(['R-1', 'R-2', 'R-L'] as const).map((label) => (
            <td key={label} data-right data-label={label} className="num">
              {perHundred(figures[label](run))}
            </td>
          ))}
          <td data-right data-label="Missing" className={missing(run) > 0 ? classes.missing : 'num'}>
            {count(missing(run))}
            {run.n_cut_off > 0 && <small className={classes.about}>{count(run.n_cut_off)} cut off</small>}
          </td>
          <td data-right data-label="Human, 1–5" className="num">
            {mean(means.runs.get(run.id))}
          </td>
          <td>
            <Actions run={run} mayChange={mayChange} />
          </td>
        </tr>
      ))}
      {published[direction].map(({ name, on, figures: [r1, r2, rl, human] }) => (
        <tr key={name} className={classes.published}>
          <th scope="row">{name}</th>
          <td data-label="On">{on}</td>
          {[r1, r2, rl].map((value, at) => (
            <td key={at} data-right data-label={['R-1', 'R-2', 'R-L'][at]} className="num">
              {value.toFixed(1)}
            </td>
          ))}
          <td />
          <td data-right data-label="Human, 1–5" className="num">
            {human.toFixed(1)}
          </td>
          <td />
        </tr>
      ))}
    </Table>
  );
}

const mean = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2));

function State({ run }: { run: GenerationRun }) {
  if (isLive(run)) {
    return (
      <div role="status" className={classes.state}>
        <progress value={run.n_texts / Math.max(1, run.n_slides)} aria-label={`${run.name} goes on`} />{' '}
        {run.message || 'Waiting for a worker'}. You can leave this page.
      </div>
    );
  }
  if (run.state === 'succeeded') return null;
  const stopped = `Stopped at ${count(run.n_texts)} of ${count(run.n_slides)}`;
  return <div className={classes.stopped}>{run.error ? `${stopped}: ${run.error}` : `${stopped}.`}</div>;
}

const goesOnWith = (run: GenerationRun) =>
  run.is_imported || missing(run) === 0 ? 'Go on' : `Go on with ${count(missing(run))}`;

function Actions({ run, mayChange }: { run: GenerationRun; mayChange: boolean }) {
  const cancel = useCancel();
  const goOn = useGoOn();
  const remove = useRemove();
  const error = cancel.error ?? goOn.error ?? remove.error;
  const isPutOff = run.state === 'queued' && run.message.endsWith('back in the queue');
  return (
    <div className={classes.actions}>
      <a href={textsFile(run.id)} aria-label={`${run.name} as JSONL`}>
        JSONL
      </a>
      {mayChange && isLive(run) && (
        <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
          Cancel
        </Button>
      )}
      {mayChange && (canGoOn(run) || isPutOff) && (
        <Button size="compact-sm" loading={goOn.isPending} onClick={() => goOn.mutate(run.id)}>
          {isPutOff ? 'Go on now' : goesOnWith(run)}
        </Button>
      )}
      {mayChange && !isLive(run) && (
        <AskFirst
          verb="Delete"
          label={`Delete ${run.name}`}
          question="Delete the run with all its texts?"
          yes="Delete"
          isPending={remove.isPending}
          onYes={() => remove.mutate(run.id)}
        />
      )}
      {error && <ErrorNote error={error} />}
    </div>
  );
}
