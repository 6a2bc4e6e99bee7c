import { Button } from '@mantine/core';
import { useFitThresholds, useTakeThresholds } from '@/api/thresholds';
import type { FittedThresholds } from '@/api/types';
import { count } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Table } from '@/ui/Table';
import { changes } from './thresholds';

/** Thresholds learned from reviewed rows: asked for, looked at, then taken or left. */
export function LearnThresholds({ slug }: { slug: string }) {
  const fit = useFitThresholds(slug);
  const take = useTakeThresholds(slug);
  const proposal = take.isSuccess ? undefined : fit.data;
  const changed = proposal && (proposal.project.changed || proposal.talks.some((talk) => talk.changed));
  const ask = () => {
    take.reset();
    fit.mutate();
  };
  return (
    <div style={{ display: 'grid', gap: 12, marginTop: 20 }}>
      <div>
        <Button loading={fit.isPending} onClick={ask}>
          Learn from reviewed rows
        </Button>
      </div>
      {fit.isError && <ErrorNote error={fit.error} />}
      {take.isError && <ErrorNote error={take.error} onRetry={ask} />}
      {proposal && <Proposal proposal={proposal} />}
      {proposal && changed && (
        <div>
          <Button
            variant="filled"
            loading={take.isPending}
            disabled={take.isError}
            onClick={() => take.mutate(proposal.fingerprint)}
          >
            Take these thresholds
          </Button>
        </div>
      )}
      <p role="status" className="soft">
        {take.isSuccess && 'The thresholds are stored.'}
        {proposal && !changed && 'Nothing would change.'}
      </p>
    </div>
  );
}

function Proposal({ proposal }: { proposal: FittedThresholds }) {
  const rows = [
    { ...proposal.project, title: 'All talks together', key: 'project', dropped: '' },
    ...proposal.talks.map((talk) => ({
      ...talk,
      key: String(talk.pair),
      dropped: `${count(talk.n_dropped_before)} → ${count(talk.n_dropped_after)} of ${count(talk.n_links)}`,
    })),
  ];
  return (
    <Table
      label="Learned thresholds"
      head={
        <>
          <th>Talk</th>
          <th data-right>Reviewed rows</th>
          <th>What would change</th>
          <th>Links left out</th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <span dir="auto">{row.title}</span>
            <small>{row.note}</small>
          </th>
          <td data-right className="num">
            {count(row.n_rows)}
          </td>
          <td>
            {changes(row.before, row.after).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {!row.changed && 'nothing'}
          </td>
          <td data-nowrap className="num">
            {row.dropped}
          </td>
        </tr>
      ))}
    </Table>
  );
}
