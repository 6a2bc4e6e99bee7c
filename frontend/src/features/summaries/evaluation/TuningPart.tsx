import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { isLive } from '@/api/work';
import { about, count, date, duration, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import classes from './Evaluation.module.css';
import { HeatMap } from './HeatMap';
import {
  figure,
  type NumericParameter,
  numeric,
  type Parameter,
  pairs,
  parameters,
  ranked,
  secondsLeft,
  settingAt,
  symbols,
  valueText,
} from './model';
import { NewSearch } from './NewSearch';
import { type Tuning, type TuningOutlook, type TuningResult, tuningCsv, useCancelTuning } from './requests/tunings';

const MOST_LINES = 100;
/** The place of a heat map among the pairs of parameters, or all lines. */
type View = `${number}` | 'lines';

interface TuningPartProps {
  slug: string;
  outlook: TuningOutlook;
  tuning: Tuning | null;
  mayTune: boolean;
}

/** The search of the talk model's parameters: what it goes over, its heat map, and the next one. */
export function TuningPart({ slug, outlook, tuning, mayTune }: TuningPartProps) {
  const [view, setView] = useState<View>('0');
  const [fixed, setFixed] = useState<number | null>(null);
  const result = tuning?.result ?? null;
  const [x, y] = pairOf(view);
  const isFew = outlook.n_papers < outlook.least_papers;
  return (
    <Part
      title="Tuning"
      note={tuning ? whenOf(tuning) : 'Parameters of the talk model that agree best with reviews'}
      actions={
        result && (
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view}
            onChange={(value) => {
              setView(value as View);
              setFixed(null);
            }}
            data={[
              ...pairs.map(([x, y], place) => ({ value: `${place}`, label: `${symbols[x]} ${symbols[y]}` })),
              { value: 'lines', label: 'All lines' },
            ]}
          />
        )
      }
    >
      {isFew && !result && <p>{tooFew(outlook)}</p>}
      {!isFew && !tuning && (
        <p className="soft">
          No search yet. {plural(outlook.n_talks, 'talk')} about {plural(outlook.n_papers, 'paper')} can be searched on.
        </p>
      )}
      {tuning && <Going tuning={tuning} mayTune={mayTune} />}
      {tuning?.error && <p className={classes.failed}>{tuning.error}</p>}
      {tuning && result && (
        <div className={classes.tuned}>
          {view === 'lines' ? (
            <Lines tuning={tuning} result={result} />
          ) : (
            <HeatMap key={view} tuning={tuning} result={result} x={x} y={y} fixed={fixed} onFix={setFixed} />
          )}
          <div className={classes.legend} id="heat-legend">
            <p>
              <span className={classes.bestKey} /> best, {named(result.best, view)}
            </p>
            <p>
              <span className={classes.currentKey} /> in use, {named(tuning.current, view)}
            </p>
            <p className="soft">
              Each cell is the best of {others([x, y]).join(', ')} and words there. F1 of links over all talks; Enter
              lists the settings of a cell.
            </p>
            {mayTune && !isLive(tuning) && !isFew && <NewSearch slug={slug} outlook={outlook} />}
          </div>
        </div>
      )}
      {mayTune && !isFew && !result && (!tuning || !isLive(tuning)) && (
        <Group mt={8}>
          <NewSearch slug={slug} outlook={outlook} />
        </Group>
      )}
    </Part>
  );
}

export function tooFew(outlook: TuningOutlook): string {
  const { n_talks: talks, n_papers: papers, least_papers: least } = outlook;
  return talks > papers
    ? `Tuning needs reviewed talks about ${least} papers. You have ${talks} talks about ${papers}.`
    : `Tuning needs ${least} reviewed talks. You have ${talks}.`;
}

function whenOf({ started_at: start, finished_at: end, created_at: made, state, result }: Tuning): string {
  const took = start && end && state === 'succeeded' ? `, ${duration(Date.parse(end) - Date.parse(start))}` : '';
  return `search of ${date(end ?? made)}${took}${result ? ', F1 of links over all talks' : ''}`;
}

/** What a heat map shows; beside all lines the first is named. */
function pairOf(view: View): [NumericParameter, NumericParameter] {
  return pairs[Number(view)] ?? pairs[0] ?? ['lambda_', 'gamma'];
}

function others(shown: readonly Parameter[]): string[] {
  return numeric.filter((name) => !shown.includes(name)).map((name) => symbols[name]);
}

function named(setting: Tuning['current'], view: View): string {
  return pairOf(view)
    .map((name) => `${symbols[name]} ${valueText(setting[name])}`)
    .join(', ');
}

/** How far a search is, and the way to stop it. */
function Going({ tuning, mayTune }: { tuning: Tuning; mayTune: boolean }) {
  const cancel = useCancelTuning();
  if (tuning.state === 'cancelled') {
    return (
      <p className="soft">
        Cancelled after {count(tuning.n_done)} of {plural(tuning.n_settings, 'setting')}. What was found by then is
        shown.
      </p>
    );
  }
  if (!isLive(tuning)) return null;
  const left = secondsLeft(tuning.started_at, tuning.n_done, tuning.n_settings);
  return (
    <div className={classes.going} role="status">
      <progress max={1} value={tuning.progress} aria-label="Search" />
      <span>
        {tuning.state === 'queued'
          ? 'Waiting for a worker.'
          : `Searching, ${count(tuning.n_done)} of ${count(tuning.n_settings)}${left === null ? '' : `, ${about(left)} left`}.`}{' '}
        {tuning.n_done > 0 && 'Cancel keeps what is done.'}
      </span>
      {mayTune && (
        <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(tuning.id)}>
          Cancel
        </Button>
      )}
      {cancel.isError && <ErrorNote error={cancel.error} />}
    </div>
  );
}

/** The best settings as a table. */
function Lines({ tuning, result }: { tuning: Tuning; result: TuningResult }) {
  const shown = ranked(result.scores, MOST_LINES);
  return (
    <div>
      <Table label="Settings" columns={['Link F1', ...parameters.map((name) => symbols[name])]}>
        {shown.map(({ index, score }) => {
          const setting = settingAt(tuning.grid, index);
          return (
            <tr key={index}>
              <td data-label="F1">{figure(score)}</td>
              {parameters.map((name) => (
                <td key={name} data-label={symbols[name]}>
                  {valueText(setting[name])}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
      <p className="soft">
        {result.scores.length > MOST_LINES && `The best ${MOST_LINES} of ${count(result.scores.length)}. `}
        <a href={tuningCsv(tuning.id)} download>
          All as CSV
        </a>
      </p>
    </div>
  );
}
