import type { Ratings } from '@/api/types';
import { figure } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { right, Table, unseen } from '@/ui/Table';
import { cellsOf, cents, interval } from './words';

/** The share of yes and the mean score of each engine with a preset, and of other systems. */
export function ByEngine({ of: { groups, published, few }, slug }: { of: Ratings; slug: string }) {
  return (
    <Part
      title="By engine and preset"
      note="95 % intervals"
      actions={
        <CsvButton
          name={`${slug}-ratings-by-engine`}
          of="Ratings by engine and preset"
          header={'engine preset system n n_people n_yes n_no yes yes_low yes_high mean mean_low mean_high'.split(' ')}
          rows={groups.map((each) => [
            each.engine,
            each.preset,
            each.system,
            each.n,
            each.n_people,
            each.n_yes,
            each.n_no,
            ...cellsOf(each.yes),
            ...cellsOf(each.mean),
          ])}
        />
      }
    >
      <Table
        label="By engine and preset"
        columns={[unseen('Engine and preset'), right('n'), right('Yes'), right('1–5')]}
      >
        {groups.map((each) => (
          <tr key={`${each.engine} ${each.preset} ${each.system}`}>
            <th scope="row">{each.system || [each.engine_label, each.preset].filter(Boolean).join(', ')}</th>
            <td data-right data-label="n" className="num">
              {each.n}
            </td>
            <Figure label="yes" of={each.n_people >= few ? each.yes : null} written={cents} unit=" %" />
            <Figure label="1–5" of={each.n_people >= few ? each.mean : null} written={figure} />
          </tr>
        ))}
        <tr className="soft">
          <th scope="row">published</th>
          <td data-right data-label="n" className="num">
            {published.n}
          </td>
          <Figure label="yes" of={{ value: published.yes }} written={cents} unit=" %" />
          <Figure label="1–5" of={{ value: published.mean }} written={figure} />
        </tr>
      </Table>
    </Part>
  );
}

interface FigureProps {
  label: string;
  of: { value: number; low?: number | null; high?: number | null } | null;
  written: (value: number) => string;
  unit?: string;
}

/** A figure with its interval below it; null where too few have rated. */
function Figure({ label, of, written, unit = '' }: FigureProps) {
  const range = of && interval(of, written);
  return (
    <td data-right data-label={label} className="num">
      {of ? `${written(of.value)}${unit}` : '–'}
      {range && <small> {range}</small>}
    </td>
  );
}
