import { figure } from '@/lib/format';
import { right, Table } from '@/ui/Table';
import { ReviewCells } from './ReviewCells';
import type { PersonWork } from './requests';

type F1 = PersonWork['reviews'][number]['gold'];

const columns = [
  'Pair',
  'Languages',
  right('Rows'),
  'State',
  'Submitted',
  right('F1, gold'),
  right('Caught'),
  right('F1, hidden'),
];

/** The newest reviews, those that are set aside last, with what is known of each. */
export function Reviews({ work, shown }: { work: PersonWork; shown: readonly PersonWork['reviews'][number][] }) {
  const { few } = work;
  if (work.reviews.length === 0) return <p className="soft">No submitted review yet. Figures start with the first.</p>;
  const listed = [...shown].sort((a, b) => Number(a.state === 'set_aside') - Number(b.state === 'set_aside'));
  return (
    <Table label="Reviews" columns={columns}>
      {listed.map((one) => (
        <tr key={one.id} className={one.state === 'set_aside' ? 'soft' : undefined}>
          <ReviewCells review={one} />
          <td data-right data-label="F1, gold" className="num">
            <Share of={one.gold} few={few} />
          </td>
          <td data-right data-label="planted errors caught" className="num">
            {one.n_planted > 0 ? `${one.n_caught} / ${one.n_planted}` : '–'}
          </td>
          <td data-right data-label="F1, hidden" className="num">
            <Share of={one.hidden} few={few} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Share({ of: { f1, n }, few }: { of: F1; few: number }) {
  if (f1 === null) return <>–</>;
  if (n >= few) return <>{figure(f1)}</>;
  return (
    <span className="soft">
      {figure(f1)} <small>n {n}</small>
    </span>
  );
}
