import { Link } from 'react-router';
import { clock } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import type { JudgedSpotCheck } from './requests';
import classes from './SpotChecks.module.css';
import { kindWords, stateWords, things } from './words';

/** What was faulty of one's own work, and why it was sent back. */
export function Faults({ slug, check }: { slug: string; check: JudgedSpotCheck }) {
  return (
    <Page
      title={kindWords[check.kind]}
      above={<Link to={`/p/${slug}/reviews/spot-checks`}>Spot checks</Link>}
      lead={`Your work, ${stateWords[check.state]}`}
    >
      {check.reason && (
        <p className={classes.body} data-field="reason">
          {check.reason}
        </p>
      )}
      {check.state === 'open' && (
        <p className={`soft ${classes.body}`}>Somebody else judges it. You see the result here.</p>
      )}
      {check.state !== 'open' && (
        <Part title={`${things(check.kind, check.items.length)} faulty`}>
          <Table label="What is faulty" columns={['Where', 'What you settled', 'What is wrong']}>
            {check.items.map((item) => (
              <tr key={item.position}>
                <td dir="auto">
                  {item.page !== null ? (
                    <Link to={`/p/${slug}/documents/${item.document}/slide-text?slide=${item.page}`}>
                      {item.title}, page {item.page}
                    </Link>
                  ) : (
                    <Link to={`/p/${slug}/documents/${item.document}`}>
                      {item.title}
                      {item.span && item.span.start !== null && ` at ${clock(item.span.start)}`}
                    </Link>
                  )}
                </td>
                <td lang={item.language || undefined} dir="auto">
                  {item.text}
                </td>
                <td dir="auto">{item.note}</td>
              </tr>
            ))}
          </Table>
        </Part>
      )}
    </Page>
  );
}
