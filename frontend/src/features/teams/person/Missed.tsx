import { Link } from 'react-router';
import { count, plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';
import { useMissedErrors } from './requests';

const kinds = { boundary: 'Shifted boundary', swap: 'Swapped targets' };

/** Planted errors that somebody submitted as they were planted; each leads to its row. Nothing where there are none. */
export function Missed({ slug, person }: { slug: string; person: number }) {
  const missed = useMissedErrors(slug, person);
  if (missed.data?.missed.length === 0) return null;
  return (
    <Part title="Rows missed" note={missed.data && plural(missed.data.missed.length, 'planted error')}>
      <Pending of={missed} what="errors" />
      {missed.data && (
        <Table label="Rows missed" columns={['Pair', 'Error', 'Rows']}>
          {missed.data.missed.map((one) => (
            <tr key={`${one.review} ${one.row}`}>
              <th scope="row" dir="auto">
                {one.pair}
              </th>
              <td data-label="error">{kinds[one.kind]}</td>
              <td data-label="rows">
                <Link to={`/review/${one.review}?row=${one.row}`}>{one.numbers.map(count).join(', ')}</Link>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  );
}
