import { Button } from '@mantine/core';
import type { FittedThresholds } from '@/api/types';
import { count } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { right, Table } from '@/ui/Table';
import { useApplyThresholds, useFitThresholds } from './requests';
import classes from './Settings.module.css';
import { changes } from './thresholds';

/** Suggests thresholds from reviewed rows; they are used only when somebody says so. */
export function SuggestThresholds({ slug }: { slug: string }) {
  const fit = useFitThresholds(slug);
  const apply = useApplyThresholds(slug);
  const proposal = apply.isSuccess ? undefined : fit.data;
  const changed = proposal && (proposal.project.changed || proposal.talks.some((talk) => talk.changed));
  const ask = () => {
    apply.reset();
    fit.mutate();
  };
  return (
    <div className={classes.suggest}>
      <div>
        <Button loading={fit.isPending} onClick={ask}>
          Suggest from reviewed rows
        </Button>
      </div>
      {fit.isError && <ErrorNote error={fit.error} />}
      {apply.isError && <ErrorNote error={apply.error} onRetry={ask} />}
      {proposal && <Proposal proposal={proposal} />}
      {proposal && changed && (
        <div>
          <Button
            variant="filled"
            loading={apply.isPending}
            disabled={apply.isError}
            onClick={() => apply.mutate(proposal.fingerprint)}
          >
            Use these thresholds
          </Button>
        </div>
      )}
      <p role="status" className="soft">
        {apply.isSuccess && 'Thresholds saved.'}
        {proposal && !changed && 'No changes suggested.'}
      </p>
    </div>
  );
}

function Proposal({ proposal }: { proposal: FittedThresholds }) {
  const rows = [
    { ...proposal.project, title: 'All pairs together', key: 'project', dropped: '' },
    ...proposal.talks.map((talk) => ({
      ...talk,
      key: String(talk.pair),
      dropped: `${count(talk.n_dropped_before)} → ${count(talk.n_dropped_after)} of ${count(talk.n_links)}`,
    })),
  ];
  return (
    <Table label="Suggested thresholds" columns={['Pair', right('Reviewed rows'), 'Change', 'Links excluded']}>
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <span dir="auto">{row.title}</span>
            <small>{row.note}</small>
          </th>
          <td data-right data-label="reviewed rows" className="num">
            {count(row.n_rows)}
          </td>
          <td data-label="change">
            {changes(row.before, row.after).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {!row.changed && 'none'}
          </td>
          <td data-nowrap data-label={row.dropped && 'links excluded'} className="num">
            {row.dropped}
          </td>
        </tr>
      ))}
    </Table>
  );
}
