import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { count, figure, plural } from '@/lib/format';
import { right, Table } from '@/ui/Table';
import classes from './Person.module.css';
import { Plot } from './Plot';
import type { PersonFigure, PersonWork } from './requests';
import type { Sample } from './sample';
import { groups, isFew, nameOf, ofReviews, others, words } from './words';

/** Figures with their intervals, over the range of the others. Few are grey and hollow, without an interval. */
export function Figures({ slug, work, sample }: { slug: string; work: PersonWork; sample: Sample }) {
  const { figures, few } = work;
  const isCompared = figures.some(({ least }) => least !== null);
  return (
    <>
      <p role="status" style={{ marginBottom: 8, color: work.is_apart ? 'var(--doubt-t)' : 'var(--ink-2)' }}>
        {work.is_apart ? apartWords(figures) : isCompared ? inRangeWords(figures) : aloneWords(work)}{' '}
        {work.is_apart && sample.size > 0 && (
          <Button size="compact-sm" onClick={sample.draw}>
            Look at {sample.size}
          </Button>
        )}
      </p>
      <Table
        label="Figures"
        columns={['Figure', right('Value'), '0 to 1', right('95 % interval'), right('Of'), right('Others')]}
      >
        {groups.map(([title, of]) => {
          const shown = figures.filter(({ key }) => key in of);
          return (
            <Fragment key={title}>
              {shown.length > 0 && (
                <tr className={classes.group}>
                  <th scope="rowgroup" colSpan={6}>
                    {title}
                  </th>
                </tr>
              )}
              {shown.map((one) => {
                const rows = of[one.key]?.rows;
                const to = rows === 'agreement' ? `/p/${slug}/reviews/agreement` : { hash: rows ?? '' };
                return <Row key={one.key} one={one} few={few} to={to} ofReviews={ofReviews(work, one.key)} />;
              })}
            </Fragment>
          );
        })}
      </Table>
      <p className="soft" style={{ marginTop: 8 }}>
        Bars: lowest to highest of the others. Lines: 95 % intervals over reviews. Figures from fewer than {few} rows
        are grey, and say little.
      </p>
    </>
  );
}

interface RowProps {
  one: PersonFigure;
  few: number;
  to: string | { hash: string };
  ofReviews: readonly number[];
}

function Row({ one, few, to, ofReviews }: RowProps) {
  const isGrey = isFew(one, few);
  return (
    <tr className={isGrey ? 'soft' : undefined}>
      <th scope="row">
        <Link to={to} data-figure={one.key}>
          {nameOf(one.key)}
        </Link>
      </th>
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
      <td className={classes.drawn}>
        {one.key !== 'rows_per_hour' && <Plot of={one} isFew={isGrey} ofReviews={ofReviews} />}
      </td>
      <td data-right data-label="95 % interval" className="num">
        {one.low === null || one.high === null || isGrey ? '–' : `${figure(one.low)} to ${figure(one.high)}`}
      </td>
      <td data-right data-label="of" className="num">
        {one.n === null ? '–' : isGrey ? `n ${count(one.n)}` : count(one.n)}
      </td>
      <td data-right data-label="others" className="num">
        {others(one)}
      </td>
    </tr>
  );
}

const aloneWords = ({ figures, few }: PersonWork) =>
  figures.some(({ n_few }) => n_few > 0)
    ? `Nothing to compare with yet: figures of the others are from fewer than ${few} each.`
    : 'Nobody to compare with yet.';

/** What is apart is in the table, too: a sentence that nothing is would contradict it. */
function inRangeWords(figures: readonly PersonFigure[]): string {
  const apart = figures.filter(({ is_apart }) => is_apart);
  if (apart.length === 0) return 'In the range of the others.';
  const list = apart.map((one) => lower(nameOf(one.key))).join('; ');
  return `In the range of the others but for ${plural(apart.length, 'figure')}, too little to judge by: ${list}.`;
}

/** "Apart from the others in 2 of 9 figures: planted errors repaired .00, false alarms .31." */
function apartWords(figures: readonly PersonFigure[]): string {
  const apart = figures.filter(({ is_apart }) => is_apart);
  const list = apart.map((one) => `${lower(nameOf(one.key))} ${words(one, one.value)}`);
  return `Apart from the others in ${apart.length} of ${plural(figures.length, 'figure')}: ${list.join('; ')}.`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
