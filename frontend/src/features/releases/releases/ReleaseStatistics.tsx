import classes from '@/features/releases/Release.module.css';
import type { ReleaseStatistics as Statistics } from '@/features/releases/requests/releases';
import { count, language } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';

/** What a release holds, a line for each split, rank and pair of languages. */
export function ReleaseStatistics({ statistics, name }: { statistics: Statistics[]; name: string }) {
  const [hasSplits, hasRanks] = [
    statistics.some(({ split }) => split),
    statistics.some((each) => each.interpreter_rank),
  ];
  return (
    <Part
      title="Statistics"
      note="Target characters before and after removing and post-editing"
      actions={
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(statistics))}`}
          download={`${name}-statistics.csv`}
        >
          CSV
        </a>
      }
    >
      <Table label="Statistics" className={classes.figures} columns={['Set', ...shown.map(([, head]) => head)]}>
        {statistics.map((each) => (
          <tr key={[each.split, each.interpreter_rank, each.source_language, each.target_language].join('|')}>
            <th scope="row">
              {hasSplits && <b dir="auto">{each.split || 'no split'}</b>} {language(each.source_language)} →{' '}
              {language(each.target_language)}
              {hasRanks && <small> rank {each.interpreter_rank || '–'}</small>}
            </th>
            {shown.map(([name]) => {
              const figure: number | null = each[name];
              return <td key={name}>{figure === null ? '–' : count(figure)}</td>;
            })}
          </tr>
        ))}
      </Table>
    </Part>
  );
}

const sets = ['split', 'interpreter_rank', 'source_language', 'target_language'] as const;
type Figure = Exclude<keyof Statistics, (typeof sets)[number] | 'source_lengths' | 'target_lengths'>;

/** All figures in the order of columns, with the heads of the table; those without one are in the CSV alone. */
const heads: Record<Figure, string | null> = {
  talks: 'Talks',
  speakers: null,
  rows: 'Rows',
  null_rows: 'Null rows',
  source_words: 'Source words',
  source_characters: null,
  target_characters_before: 'Characters before',
  target_characters_after: 'After',
  edited_rows: 'Edited rows',
};
const figures = Object.entries(heads) as [Figure, string | null][];
const shown = figures.filter((each): each is [Figure, string] => each[1] !== null);
const columns = [...sets, ...figures.map(([name]) => name)];

export function csvOf(statistics: readonly Statistics[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.join(','), ...statistics.map((each) => columns.map((name) => cell(each[name])).join(','))];
  return `${lines.join('\r\n')}\r\n`;
}
