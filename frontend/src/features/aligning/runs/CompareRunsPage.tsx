import { Button, NativeSelect } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { largestPage } from '@/api/everyPage';
import { usePair } from '@/api/pairs';
import { type RunComparison, type RunDifference, useRunComparison, useRuns } from '@/api/runs';
import type { Run } from '@/api/types';
import { count, figure, plural, roundedPercent } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Page, Part } from '@/ui/Page';
import { Pending, ShowMore } from '@/ui/Pending';
import classes from './CompareRuns.module.css';

/** Two runs of a pair side by side: which text each links to another source, and how each compares with gold. */
export function CompareRunsPage() {
  const { slug = '', pairId } = useParams();
  const params = useAddressParams();
  const put = useChooseParams();
  const pair = usePair(Number(pairId));
  const runs = useRuns({ pair: Number(pairId), page_size: largestPage });
  const done = (runs.data?.results ?? []).filter(({ state }) => state === 'succeeded');
  const [first, second] = chosen(done, params.get('first'), params.get('second'));
  const comparisons = useRunComparison(first, second);
  const choose = (side: 'first' | 'second', id: string) =>
    put({ first: String(first ?? ''), second: String(second ?? ''), [side]: id });
  const comparison = comparisons.data?.pages[0];
  return (
    <Page
      title="Compare runs"
      above={
        <Link to={`/p/${slug}/pairs/${pairId}`} dir="auto">
          {pair.data?.title ?? 'The pair'}
        </Link>
      }
      lead={comparison && leadOf(comparison)}
    >
      <Part title="Runs">
        <Pending of={runs} what="the runs" />
        {runs.data && done.length < 2 && (
          <p className="soft">Two finished runs are needed, and the pair has {plural(done.length, 'finished run')}.</p>
        )}
        {done.length >= 2 && (
          <div className={classes.choice}>
            <Choice label="Run A" runs={done} value={first} onChange={(id) => choose('first', id)} />
            <Button
              onClick={() => put({ first: String(second), second: String(first) })}
              aria-label="Swap the two runs"
            >
              Swap
            </Button>
            <Choice label="Run B" runs={done} value={second} onChange={(id) => choose('second', id)} />
          </div>
        )}
        {comparison && comparison.scores.length > 0 && <Scores comparison={comparison} />}
      </Part>
      {done.length >= 2 && (
        <Part title="Differences" note={comparison && plural(comparison.n_differences, 'stretch', 'stretches')}>
          <Pending of={comparisons} what="the differences" />
          {comparison && comparison.n_differences === 0 && (
            <p className="soft">Both runs link every text to the same source sentences.</p>
          )}
          {comparison && comparison.n_differences > 0 && (
            <ol className={classes.differences} aria-label="Texts that the runs link to different sources">
              {comparisons.data?.pages.flatMap((page) =>
                page.rows.map((row) => <Difference key={row.number} row={row} comparison={comparison} />),
              )}
            </ol>
          )}
          <ShowMore of={comparisons} />
        </Part>
      )}
    </Page>
  );
}

/** The runs that the address names, else the two newest: the older of them is A. */
export function chosen(
  done: readonly Pick<Run, 'id'>[],
  first: string | null,
  second: string | null,
): [number | null, number | null] {
  const ids = done.map(({ id }) => id).sort((a, b) => b - a);
  const named = (text: string | null) => ids.find((id) => String(id) === text) ?? null;
  const b = named(second) ?? ids.find((id) => id !== named(first)) ?? null;
  const a = named(first) ?? ids.find((id) => id !== b) ?? null;
  return ids.length < 2 ? [null, null] : [a, b];
}

function leadOf({ agreement, first, second }: RunComparison): string {
  if (first.id === second.id) return 'A run compared with itself.';
  return agreement === null
    ? 'The target has no text.'
    : `The runs link ${roundedPercent(agreement)} of the target’s text to the same source sentences.`;
}

interface ChoiceProps {
  label: string;
  runs: readonly Run[];
  value: number | null;
  onChange: (id: string) => void;
}

function Choice({ label, runs, value, onChange }: ChoiceProps) {
  const run = runs.find(({ id }) => id === value);
  const options = Object.entries(run?.options ?? {});
  return (
    <div>
      <NativeSelect
        label={label}
        data={runs.map(({ id, number, engine_label }) => ({
          value: String(id),
          label: `Run ${number}, ${engine_label}`,
        }))}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <small className="soft">{options.map(([name, value]) => `${name} ${String(value)}`).join(', ')}</small>
    </div>
  );
}

function Scores({ comparison }: { comparison: RunComparison }) {
  return (
    <table className={classes.scores}>
      <thead>
        <tr>
          <th>Against gold</th>
          <th>A</th>
          <th>B</th>
        </tr>
      </thead>
      <tbody>
        {comparison.scores.map(({ key, label, first, second }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td className="num">{first > second ? <b>{figure(first)}</b> : figure(first)}</td>
            <td className="num">{second > first ? <b>{figure(second)}</b> : figure(second)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Difference({ row, comparison }: { row: RunDifference; comparison: RunComparison }) {
  const isRight = (units: number[]) => row.gold !== null && units.join() === row.gold.units.join();
  const sides = [
    { mark: 'A', label: 'Run A', ...row.first, right: isRight(row.first.units) },
    { mark: 'B', label: 'Run B', ...row.second, right: isRight(row.second.units) },
  ];
  return (
    <li>
      <p className={classes.target} lang={comparison.target_language || undefined} dir="auto">
        {row.text}
      </p>
      <dl className={classes.sides}>
        {sides.map((side) => (
          <div key={side.mark} data-right={side.right || undefined}>
            <dt>
              <span className={classes.mark} aria-hidden="true">
                {side.mark}
              </span>
              <span className="vh">{side.label}</span> {side.units.length > 0 && <small>{placeOf(side.units)}</small>}
              {side.right && <small className={classes.right}>as gold</small>}
            </dt>
            <dd lang={comparison.source_language || undefined} dir="auto">
              {side.units.length > 0 ? side.text : <span className="soft">no source</span>}
            </dd>
          </div>
        ))}
        {row.gold && !sides.some(({ right }) => right) && (
          <div>
            <dt>
              Gold <small>{placeOf(row.gold.units)}</small>
            </dt>
            <dd lang={comparison.source_language || undefined} dir="auto">
              {row.gold.units.length > 0 ? row.gold.text : <span className="soft">no source</span>}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** "sentence 12", "sentences 12–14", counted from 1; empty without a source. */
export function placeOf(units: readonly number[]): string {
  const [low, high] = [units[0], units.at(-1)];
  if (low === undefined || high === undefined) return '';
  if (low === high) return `sentence ${count(low + 1)}`;
  const isRun = high - low === units.length - 1;
  return `sentences ${isRun ? `${count(low + 1)}–${count(high + 1)}` : units.map((unit) => count(unit + 1)).join(', ')}`;
}
