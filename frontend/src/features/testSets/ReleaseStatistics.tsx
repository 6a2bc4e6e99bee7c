import type { ReleaseStatistics as Statistics } from '@/api/releases';
import { count } from '@/lib/format';
import { Part } from '@/ui/Page';
import classes from './Release.module.css';

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={classes.scroll} role="group" aria-label="Statistics" tabIndex={0}>
        <table className={classes.figures}>
          <thead>
            <tr>
              <th>Set</th>
              <th>Talks</th>
              <th>Rows</th>
              <th>Null rows</th>
              <th>Source words</th>
              <th>Characters before</th>
              <th>After</th>
              <th>Edited rows</th>
            </tr>
          </thead>
          <tbody>
            {statistics.map((each) => (
              <tr key={[each.split, each.interpreter_rank, each.source_language, each.target_language].join('|')}>
                <th scope="row">
                  {hasSplits && <b dir="auto">{each.split || 'no split'}</b>} {each.source_language || '?'} →{' '}
                  {each.target_language || '?'}
                  {hasRanks && <small> rank {each.interpreter_rank || '–'}</small>}
                </th>
                <td>{count(each.talks)}</td>
                <td>{count(each.rows)}</td>
                <td>{count(each.null_rows)}</td>
                <td>{each.source_words === null ? '–' : count(each.source_words)}</td>
                <td>{count(each.target_characters_before)}</td>
                <td>{count(each.target_characters_after)}</td>
                <td>{count(each.edited_rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

const columns = [
  'split',
  'interpreter_rank',
  'source_language',
  'target_language',
  'talks',
  'speakers',
  'rows',
  'null_rows',
  'source_words',
  'source_characters',
  'target_characters_before',
  'target_characters_after',
  'edited_rows',
] as const satisfies readonly (keyof Statistics)[];

export function csvOf(statistics: readonly Statistics[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.join(','), ...statistics.map((each) => columns.map((name) => cell(each[name])).join(','))];
  return `${lines.join('\r\n')}\r\n`;
}
