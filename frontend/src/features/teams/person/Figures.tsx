import { count, figure, plural } from '@/lib/format';
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
export function Figures({ work }: { work: PersonWork }) {
  const { figures, few } = work;
  return (
    <>
      <p role="status" style={{ marginBottom: 8, color: work.is_apart ? 'var(--doubt-t)' : 'var(--ink-2)' }}>
        {work.is_apart ? apartWords(figures) : 'In the range of the others.'}
      </p>
      <Table label="Figures" columns={['Figure', right('Value'), right('95 % interval'), right('Of'), right('Others')]}>
        {figures.map((one) => (
          <tr key={one.key} className={isFew(one, few) ? 'soft' : undefined}>
            <th scope="row">{names[one.key] ?? one.key}</th>
            <td data-right data-label="value" className="num">
              {one.is_apart ? (
                <b style={{ color: 'var(--doubt-t)' }} title="Apart from the others">
                  <span aria-hidden="true">◆ </span>
                  {words(one, one.value)}
                  <span className="vh">, apart from the others</span>
                </b>
              ) : (
                words(one, one.value)
              )}
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

/** "Apart from the others in 2 of 9 figures: planted errors repaired .00, false alarms .31." */
function apartWords(figures: readonly PersonFigure[]): string {
  const apart = figures.filter(({ is_apart }) => is_apart);
  const list = apart.map((one) => `${lower(names[one.key] ?? one.key)} ${words(one, one.value)}`);
  return `Apart from the others in ${apart.length} of ${plural(figures.length, 'figure')}: ${list.join('; ')}.`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const isFew = ({ n }: PersonFigure, few: number) => n !== null && n < few;

function words({ key }: PersonFigure, value: number | null): string {
  if (value === null) return '–';
  return key === 'rows_per_hour' ? count(Math.round(value)) : figure(value);
}

function others(one: PersonFigure): string {
  return one.least === null ? 'nobody to compare with' : `${words(one, one.least)} to ${words(one, one.most)}`;
}
