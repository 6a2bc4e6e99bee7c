import { Button, Group, Select } from '@mantine/core';
import { Fragment, useState } from 'react';
import { isLive } from '@/api/work';
import { chanceText, count, dateTime, perHundred, plural } from '@/lib/format';
import { chanceFrom } from '@/lib/intervals';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';
import classes from './Evaluation.module.css';
import { ImportSummaries } from './ImportSummaries';
import { figure } from './model';
import {
  type RougeMetric,
  type RougeRow,
  type RougeTable,
  rougeFile,
  useCancelScores,
  usePaperScores,
  useRemoveSummaries,
  useRougeTables,
  useScoreSummaries,
  useSummarySets,
} from './requests/evaluation';

const labels: Record<RougeMetric, string> = {
  rouge_1_f: 'R-1 F',
  rouge_2_r: 'R-2 recall',
  rouge_2_f: 'R-2 F',
  rouge_3_f: 'R-3 F',
  rouge_l_f: 'R-L F',
  rouge_su4_f: 'R-SU4 F',
};
const forms = { csv: 'CSV', latex: 'LaTeX', markdown: 'Markdown' };
const columns: Record<string, readonly RougeMetric[]> = {
  'R-2, R-3, R-SU4': ['rouge_2_r', 'rouge_2_f', 'rouge_3_f', 'rouge_su4_f'],
  'R-1, R-2, R-L': ['rouge_1_f', 'rouge_2_f', 'rouge_l_f'],
};

/** Systems against a set of references, each with its interval; a row opens its scores paper by paper. */
export function RougePart({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const sets = useSummarySets(slug);
  const references = (sets.data?.results ?? []).filter(({ kind }) => kind === 'references');
  const systems = (sets.data?.results ?? []).filter(({ kind }) => kind === 'system');
  const [picked, setPicked] = useState<number | null>(null);
  const [view, setView] = useState('R-2, R-3, R-SU4');
  const chosen = references.find(({ id }) => id === picked) ?? references[0] ?? null;
  const tables = useRougeTables(slug, chosen?.id ?? null);
  const going = tables.data?.find(isLive);
  const done = tables.data?.find(({ state }) => state === 'succeeded');
  const failed = tables.data?.[0]?.state === 'failed' ? tables.data[0] : null;
  const score = useScoreSummaries();
  const cancel = useCancelScores();
  const remove = useRemoveSummaries();
  const error = score.error ?? cancel.error ?? remove.error ?? tables.error;
  return (
    <Part
      title="Summaries against references"
      note={
        done
          ? `${plural(done.n_papers ?? 0, 'paper')}, per cent, 95 % intervals, bold: best, *: no different by a paired test`
          : undefined
      }
      actions={
        <Group gap={8}>
          {chosen && (
            <>
              <Select
                size="xs"
                aria-label="References"
                data={references.map(({ id, name, n_papers }) => ({
                  value: String(id),
                  label: `${name}, ${n_papers}`,
                }))}
                value={String(chosen.id)}
                allowDeselect={false}
                onChange={(value) => setPicked(Number(value))}
              />
              <Select
                size="xs"
                aria-label="Columns"
                data={Object.keys(columns)}
                value={view}
                allowDeselect={false}
                onChange={(value) => setView(value ?? view)}
              />
            </>
          )}
          {mayChange && <ImportSummaries slug={slug} />}
        </Group>
      }
    >
      <Pending of={sets} what="references" />
      {sets.data && !chosen && <p>Import references to see ROUGE.</p>}
      {error && <ErrorNote error={error} />}
      {failed && <p className={classes.failed}>{failed.error}</p>}
      {going && (
        <div className={classes.going} role="status">
          <progress max={1} value={going.progress} aria-label="Scores" />
          <span>{going.message || 'Waiting for a worker.'}</span>
          {mayChange && (
            <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(going.id)}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {done && <Systems table={done} metrics={columns[view] ?? []} />}
      {chosen && (
        <Group gap="8px 16px" mt={8}>
          {done && (
            <>
              <span className="soft">Computed {done.finished_at && dateTime(done.finished_at)}</span>
              {(['csv', 'latex', 'markdown'] as const).map((form) => (
                <a key={form} href={rougeFile(done.id, form)} download>
                  {forms[form]}
                </a>
              ))}
              <small className="soft">{done.signature}</small>
            </>
          )}
          {mayChange && !going && (
            <Button loading={score.isPending} onClick={() => score.mutate(chosen.id)}>
              {done ? 'Compute again' : 'Compute scores'}
            </Button>
          )}
          {mayChange &&
            [chosen, ...systems].map(({ id, name }) => (
              <AskFirst
                key={id}
                verb={`Delete ${name}`}
                label={`Delete ${name}`}
                question="Its summaries and scores are deleted too."
                yes="Delete"
                isPending={remove.isPending}
                onYes={() => remove.mutate(id)}
              />
            ))}
        </Group>
      )}
    </Part>
  );
}

function Systems({ table, metrics }: { table: RougeTable; metrics: readonly RougeMetric[] }) {
  const [sorted, setSorted] = useState<RougeMetric | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const rows = sorted ? table.rows.toSorted((a, b) => b.figures[sorted].mean - a.figures[sorted].mean) : table.rows;
  return (
    <Table
      label="Scores of systems"
      head={
        <>
          <th>System</th>
          <th className={classes.number}>Words</th>
          {metrics.map((metric) => (
            <th key={metric} aria-sort={sorted === metric ? 'descending' : undefined}>
              <button
                type="button"
                className={classes.sort}
                aria-pressed={sorted === metric}
                onClick={() => setSorted(sorted === metric ? null : metric)}
              >
                {labels[metric]}
              </button>
            </th>
          ))}
        </>
      }
    >
      {rows.map((row) => (
        <Fragment key={row.id}>
          <tr>
            <th scope="row">
              <button
                type="button"
                className={classes.system}
                aria-expanded={open === row.id}
                onClick={() => setOpen(open === row.id ? null : row.id)}
              >
                {row.label}
              </button>
              {row.n_papers !== table.n_papers && <small className="soft"> {plural(row.n_papers, 'paper')}</small>}
            </th>
            <td data-label="words" className={classes.number}>
              {count(Math.round(row.n_words))}
            </td>
            {metrics.map((metric) => (
              <td key={metric} data-label={labels[metric]}>
                <Figure of={row.figures[metric]} among={table.rows.map(({ figures }) => figures[metric])} />
              </td>
            ))}
          </tr>
          {open === row.id && <Papers table={table.id} row={row} metrics={metrics} />}
        </Fragment>
      ))}
    </Table>
  );
}

const width = 96;
type FigureOf = RougeRow['figures'][RougeMetric];

/** A mean, and where it is on the axis of its column. */
function Figure({ of, among }: { of: FigureOf; among: readonly FigureOf[] }) {
  const most = Math.max(...among.map(({ mean, high }) => high ?? mean), 0.001);
  const x = (value: number) => 4 + (Math.max(0, value) / most) * (width - 8);
  const isBest = of.mean >= Math.max(...among.map(({ mean }) => mean));
  const isAmongBest = !isBest && (of.p === null || of.p >= chanceFrom);
  const parts = [
    of.low !== null && of.high !== null && `95 % interval ${perHundred(of.low)} to ${perHundred(of.high)}`,
    isBest ? 'best' : of.p !== null && `${chanceText(of.p)} against the best`,
    !isBest &&
      of.least_p !== null &&
      of.least_p > chanceFrom &&
      `no p below ${figure(of.least_p)} is possible on so few papers`,
  ].filter(Boolean);
  return (
    <span className={classes.figure} data-best={isBest || undefined} title={parts.join('; ')}>
      <span>
        {perHundred(of.mean)}
        {isAmongBest && '*'}
      </span>
      <svg viewBox={`0 0 ${width} 16`} width={width} height={16} role="img" aria-label={parts.join('; ')}>
        <path d={`M0 8H${width}`} />
        {of.low !== null && of.high !== null && <path data-range d={`M${x(of.low)} 8H${x(of.high)}`} />}
        <circle cx={x(of.mean)} cy={8} r={3} />
      </svg>
    </span>
  );
}

interface PapersProps {
  table: number;
  row: RougeRow;
  metrics: readonly RougeMetric[];
}

/** The scores of one system, paper by paper. */
function Papers({ table, row, metrics }: PapersProps) {
  const papers = usePaperScores(table, row.id);
  if (!papers.data) {
    return (
      <tr>
        <td colSpan={metrics.length + 2}>
          <Pending of={papers} what="papers" />
        </td>
      </tr>
    );
  }
  return papers.data.scores.map((paper) => (
    <tr key={paper.document} className={classes.openRow}>
      <td dir="auto">{paper.title}</td>
      <td data-label="words" className={classes.number}>
        {count(paper.n_words)}
      </td>
      {metrics.map((metric) => (
        <td key={metric} data-label={labels[metric]}>
          {perHundred(paper[metric])}
        </td>
      ))}
    </tr>
  ));
}
