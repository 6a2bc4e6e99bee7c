import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useCancelRun } from '@/api/runs';
import type { Run } from '@/api/types';
import { isLive } from '@/api/work';
import { ago, count, dateTime, duration, percent, plural, probability } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { StateBadge } from '@/ui/StateBadge';
import { right, Table, unseen } from '@/ui/Table';
import { canFilter, FilterButton, FiltersOfRun } from './RunFilters';
import classes from './Runs.module.css';

/** Runs with their progress. `slug` adds the title of the pair, for tables outside the page of a pair. */
export function RunsTable({ runs, canCancel, slug }: { runs: Run[]; canCancel: boolean; slug?: string }) {
  // In long lists the server does not count the links.
  const counted = runs.some((run) => run.n_links !== null);
  return (
    <Table
      label="Runs"
      columns={[
        'Run',
        'State',
        ...(counted ? [right('Links')] : []),
        'Duration',
        'Started by',
        unseen('What can be done'),
      ]}
    >
      {runs.map((run) => (
        <RunRow key={run.id} run={run} canCancel={canCancel} slug={slug} counted={counted} />
      ))}
    </Table>
  );
}

interface RunRowProps {
  run: Run;
  canCancel: boolean;
  slug?: string;
  counted: boolean;
}

function RunRow({ run, canCancel, slug, counted }: RunRowProps) {
  const cancel = useCancelRun();
  const active = isLive(run) || isLive(run.filtering);
  return (
    <tr>
      <th scope="row">
        {slug && (
          <>
            <Link to={`/p/${slug}/pairs/${run.pair}`} dir="auto">
              {run.pair_title}
            </Link>
            {', '}
          </>
        )}
        run {run.number}, {run.engine_label}
        <Options options={run.options} />
        <FiltersOfRun run={run} />
        <WhyNoConfidences info={run.info} />
        {run.key_sentences && <small>{keySentencesInWords(run.key_sentences)}</small>}
        {run.signature && (
          <details className={classes.signature}>
            <summary>
              Signature<span className="vh"> of run {run.number}</span> <small>{shortSignature(run.signature)}</small>
            </summary>
            <small>{run.signature}</small>
          </details>
        )}
        {run.error && <ErrorNote error={run.error} />}
        {cancel.isError && <ErrorNote error={cancel.error} />}
      </th>
      <td data-nowrap>
        {isLive(run) ? <Active run={run} /> : <StateBadge state={run.state} />}
        {run.attempts > 1 && <small>attempt {run.attempts}</small>}
      </td>
      {counted && (
        <td data-right data-label="links" className="num">
          {run.n_links === null ? '–' : count(run.n_links)}
        </td>
      )}
      <td data-nowrap data-label="duration" className="num">
        {durationOf(run)}
      </td>
      <td data-name>
        {run.created_by ? run.created_by.name || run.created_by.username : 'the system'}
        <small title={dateTime(run.created_at)}>{ago(run.created_at)}</small>
      </td>
      <td data-right>
        {active && canCancel && (
          <Button
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.id)}
            aria-label={isLive(run) ? `Cancel run ${run.number}` : `Cancel the filters on run ${run.number}`}
          >
            Cancel
          </Button>
        )}
        {canCancel && !active && canFilter(run) && <FilterButton run={run} />}
      </td>
    </tr>
  );
}

function Active({ run }: { run: Run }) {
  return (
    <>
      <Meter
        value={run.progress}
        label={`Run ${run.number}`}
        text={run.state === 'queued' ? run.message || 'Waiting for a worker' : `Aligning, ${percent(run.progress)}`}
      />
      {!run.worker_alive && <small>No worker is running. The run starts when one is.</small>}
      {run.message && run.worker_alive && <small>{run.message}</small>}
    </>
  );
}

function Options({ options }: { options: Run['options'] }) {
  const entries = Object.entries(options);
  if (entries.length === 0) return null;
  return <small>{entries.map(([name, value]) => `${name} ${String(value)}`).join(', ')}</small>;
}

/** What the engine says where its beads could not be large enough for confidences to mean anything. */
function WhyNoConfidences({ info }: { info: Run['info'] }) {
  const why = (info as { no_confidences?: string } | null)?.no_confidences;
  return why ? <small>{why}</small> : null;
}

/** On how many stretches there are some, and what each threshold left out. */
export function keySentencesInWords(of: NonNullable<Run['key_sentences']>): string {
  const leftOut = [
    of.short_pages > 0 && `${plural(of.short_pages, 'page')} under ${of.min_page_words} words`,
    of.low_rouge > 0 && `${of.low_rouge} under ROUGE ${probability(of.min_rouge)}`,
    of.without_sentences > 0 && `${of.without_sentences} with short sentences only`,
    of.short_sentences > 0 && `${plural(of.short_sentences, 'sentence')} under ${of.min_sentence_words} words`,
  ].filter((each) => each !== false);
  const words = `Key sentences on ${count(of.n_samples)} of ${plural(of.n_pages, 'stretch', 'stretches')}`;
  return leftOut.length > 0 ? `${words}; left out: ${leftOut.join(', ')}` : words;
}

function durationOf(run: Run): string {
  if (!run.started_at || !run.finished_at) return '–';
  return duration(new Date(run.finished_at).getTime() - new Date(run.started_at).getTime());
}

/** The engine and the version in a signature, without the many options and digests between them. */
function shortSignature(signature: string): string {
  const parts = signature.split('|');
  const version = parts.findLast((part) => part.startsWith('v:'));
  return parts.length > 2 ? [parts[0], '…', version].filter(Boolean).join('|') : signature;
}
