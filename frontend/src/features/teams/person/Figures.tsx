import { count, figure } from '@/lib/format';
import { right, Table } from '@/ui/Table';
import type { PersonFigure, PersonWork } from './requests';

const names: Record<string, string> = {
  rows_per_hour: 'Rows an hour',
  repaired: 'Planted errors repaired',
  marked: 'Planted errors marked, not repaired',
  alarms: 'False alarms: marked, nothing planted',
  shown: 'Links as the engine’s, proposal shown (F1)',
  blind: 'Links as the engine’s, proposal hidden (F1)',
  links: 'Agreement on links (α)',
  good_align: 'Agreement on good alignment (α)',
  good_mt: 'Agreement on good translation (α)',
};

/** Figures with their intervals, beside the lowest and the highest of the others. Few are grey, without an interval. */
export function Figures({ work: { figures, few } }: { work: PersonWork }) {
  return (
    <>
      <Table label="Figures" columns={['Figure', right('Value'), right('95 % interval'), right('Of'), right('Others')]}>
        {figures.map((one) => (
          <tr key={one.key} className={isFew(one, few) ? 'soft' : undefined}>
            <th scope="row">{names[one.key] ?? one.key}</th>
            <td data-right data-label="value" className="num">
              {words(one, one.value)}
            </td>
            <td data-right data-label="95 % interval" className="num">
              {one.low === null || one.high === null || isFew(one, few)
                ? '–'
                : `${figure(one.low)} to ${figure(one.high)}`}
            </td>
            <td data-right data-label="of" className="num">
              {one.n === null ? '–' : isFew(one, few) ? `n ${count(one.n)}` : count(one.n)}
            </td>
            <td data-right data-label="others" className="num">
              {others(one)}
            </td>
          </tr>
        ))}
      </Table>
      <p className="soft" style={{ marginTop: 8 }}>
        Figures from fewer than {few} rows are grey, and say little. Agreement is of first submissions.
      </p>
    </>
  );
}

const isFew = ({ n }: PersonFigure, few: number) => n !== null && n < few;

function words({ key }: PersonFigure, value: number | null): string {
  if (value === null) return '–';
  return key === 'rows_per_hour' ? count(Math.round(value)) : figure(value);
}

function others(one: PersonFigure): string {
  if (one.n_others === 0) return 'nobody to compare with';
  return one.n_others === 1 ? words(one, one.least) : `${words(one, one.least)} to ${words(one, one.most)}`;
}
