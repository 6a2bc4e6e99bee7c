import { count } from '@/lib/format';
import { Table } from '@/ui/Table';
import styles from './Agreement.module.css';
import { Interval } from './Interval';
import { toneOf } from './Measures';
import type { Figure } from './requests';
import { figure } from './words';

const named = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The figure of the pairs whose last review was submitted in each month. */
export function Months({ months, few }: { months: readonly (Figure & { month: string })[]; few: number }) {
  return (
    <Table
      label="Agreement by month"
      head={
        <>
          <th>Month</th>
          <th data-right>Value</th>
          <th className={styles.wide}>
            <span className="vh">Value on the axis from 0 to 1</span>
          </th>
          <th data-right>Pairs</th>
          <th data-right>Compared</th>
        </>
      }
    >
      {months.map((found) => (
        <tr key={found.month}>
          <th scope="row">{named.format(new Date(found.month))}</th>
          <td data-right className={`num ${toneOf(found, few)}`}>
            <b>{figure(found.value)}</b>
          </td>
          <td className={styles.wide}>
            <Interval of={found} width={140} />
          </td>
          <td data-right data-label="pairs" className="num">
            {count(found.n_talks)}
          </td>
          <td data-right data-label="compared" className="num">
            {count(found.n_units)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
