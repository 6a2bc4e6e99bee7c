import { Link } from 'react-router';
import { dateTime } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import type { SpotCheck } from './requests';
import { kindWords, stateWords, things } from './words';

/** What came of one's own work, with the reason where it was sent back. */
export function OwnWork({ slug, checks }: { slug: string; checks: readonly SpotCheck[] }) {
  return (
    <Part title="Your work">
      {checks.length === 0 && <p className="soft">Nothing of yours is being judged.</p>}
      {checks.length > 0 && (
        <Table label="Your work" columns={['What', 'State']}>
          {checks.map((check) => (
            <tr key={check.id}>
              <td>
                {kindWords[check.kind]}, {things(check.kind, check.n_items)}
              </td>
              <td>
                {stateWords[check.state]} <small>{dateTime(check.decided_at ?? check.created_at)}</small>
                {check.state === 'returned' && <p data-field="reason">{check.reason}</p>}
                {check.state === 'returned' && (
                  <p>
                    {check.kind === 'slides'
                      ? 'Your slides are open again.'
                      : 'Your passes that are not stored were rejected.'}
                  </p>
                )}
                {(check.n_faulty ?? 0) > 0 && (
                  <Link to={`/p/${slug}/reviews/spot-checks/${check.id}`}>
                    {things(check.kind, check.n_faulty ?? 0)} with what is wrong
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  );
}
