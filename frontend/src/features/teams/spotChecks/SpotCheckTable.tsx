import { Link } from 'react-router';
import { dateTime } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { right, Table, unseen } from '@/ui/Table';
import { type SpotCheck, useRemove } from './requests';
import { kindWords, stateWords } from './words';

interface SpotCheckTableProps {
  slug: string;
  label: string;
  checks: readonly SpotCheck[];
  mayRemove: boolean;
}

/** Spot checks of others: how far each is, and what came of it. */
export function SpotCheckTable({ slug, label, checks, mayRemove }: SpotCheckTableProps) {
  const remove = useRemove(slug);
  return (
    <>
      {remove.isError && <ErrorNote error={remove.error} />}
      <Table
        label={label}
        columns={['What', 'Of', right('Judged'), right('Faulty'), 'State', mayRemove && unseen('Act')]}
      >
        {checks.map((check) => (
          <tr key={check.id}>
            <td>
              <Link to={`/p/${slug}/reviews/spot-checks/${check.id}`}>{kindWords[check.kind]}</Link>
            </td>
            <td dir="auto">{check.person ? check.person.name : 'another person'}</td>
            <td data-label="Judged" className="num">
              {check.n_judged} of {check.n_items}
            </td>
            <td data-label="Faulty" className="num">
              {check.n_faulty ?? '–'}, at most {check.most_faulty}
            </td>
            <td>
              {stateWords[check.state]} <small>{dateTime(check.decided_at ?? check.created_at)}</small>
              {check.reason && <p>{check.reason}</p>}
            </td>
            {mayRemove && (
              <td>
                <AskFirst
                  verb="Remove"
                  label={`Remove the spot check of ${check.person?.name ?? 'another person'}, ${kindWords[check.kind]}`}
                  question="Its verdicts are lost."
                  yes="Remove"
                  isPending={remove.isPending}
                  onYes={() => remove.mutate(check.id)}
                />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </>
  );
}
