/** Figures of agreement in tables: by measure, by pair and by month. */

import { Link, useParams } from 'react-router';
import { least } from '@/features/teams/alpha';
import { count, figure, roundedPercent } from '@/lib/format';
import { right, Table, unseen } from '@/ui/Table';
import styles from './Agreement.module.css';
import { Interval, IntervalHead, intervalText } from './Interval';
import type { Figure, Measure, PairFigure } from './requests';
import { explained, saidText, statistic, unitOf } from './words';

interface MeasuresProps {
  measures: readonly Measure[];
  few: number;
  current: string | undefined;
  onChoose: (measure: string) => void;
}

/** One line a measure: how far people agree, how sure that is, and kappa and raw agreement beside it. */
export function Measures({ measures, ...props }: MeasuresProps) {
  return (
    <div className={styles.measures}>
      <Table
        label="Agreement by measure"
        head={
          <>
            <th>Measure</th>
            <th data-right>Compared</th>
            <th data-right>Value</th>
            <th data-right title="Cohen’s kappa of two people, Fleiss’ of more">
              κ
            </th>
            <th data-right>Raw</th>
            <th className={styles.wide}>
              <span className="vh">95 % interval</span>
              <IntervalHead width={260} />
            </th>
          </>
        }
      >
        <Group title="Alignment" measures={measures.filter(({ is_label }) => !is_label)} {...props} />
        <Group title="Labels" measures={measures.filter(({ is_label }) => is_label)} {...props} />
      </Table>
    </div>
  );
}

const pkExplained =
  'Pk: how often two sentences half a segment apart are on one page for one person and apart for the other; less is better';

function Group({ title, measures, few, current, onChoose }: MeasuresProps & { title: string }) {
  if (measures.length === 0) return null;
  return (
    <>
      <tr className={styles.group}>
        <th colSpan={6} scope="rowgroup">
          {title}
        </th>
      </tr>
      {measures.map((measure) => (
        <tr key={measure.measure} data-current={measure.measure === current || undefined}>
          <th scope="row">
            <button
              type="button"
              className={styles.link}
              aria-pressed={measure.measure === current}
              onClick={() => onChoose(measure.measure)}
            >
              {measure.name}
            </button>{' '}
            <span className={styles.statistic} title={explained[measure.kind]}>
              {statistic[measure.kind]}
            </span>
          </th>
          <td data-right data-label={unitOf(measure, 2)} className="num">
            {count(measure.n_units)}
          </td>
          <Value of={measure} few={few} />
          <td data-right data-label="κ" className="num soft">
            {figure(measure.kappa)}
          </td>
          <td
            data-right
            data-label="raw"
            className="num soft"
            title={measure.measure === 'boundaries' ? pkExplained : undefined}
          >
            {rawText(measure)}
          </td>
          <td className={styles.wide}>
            {measure.value === null ? (
              <small className={styles.why}>{whyNot(measure)}</small>
            ) : (
              <Interval of={measure} width={260} />
            )}
          </td>
        </tr>
      ))}
    </>
  );
}

interface PairsProps {
  pairs: readonly PairFigure[];
  few: number;
  current: number | undefined;
  onChoose: (pair: number | undefined) => void;
}

/** The figure of each pair, the lowest first. */
export function Pairs({ pairs, few, current, onChoose }: PairsProps) {
  const { slug = '' } = useParams();
  return (
    <Table label="Agreement by pair" columns={['Pair', right('Value'), '95 % interval', right('Differing')]}>
      {pairs.map((of) => (
        <tr key={of.pair} data-current={of.pair === current || undefined}>
          <th scope="row">
            <Link to={`/p/${slug}/pairs/${of.pair}`} dir="auto" title={of.title} className={styles.title}>
              {of.title}
            </Link>
          </th>
          <Value of={of} few={few} />
          <td className={styles.wide}>
            <Interval of={of} width={110} />
          </td>
          <td data-right data-nowrap data-label="differing" className="num">
            <button
              type="button"
              className={styles.link}
              aria-pressed={of.pair === current}
              aria-label={`${of.title}: ${count(of.n_differing)} of ${count(of.n_units)} differ. Show only this pair`}
              onClick={() => onChoose(of.pair === current ? undefined : of.pair)}
            >
              {count(of.n_differing)}
            </button>{' '}
            <span className="soft">of {count(of.n_units)}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const named = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The figure of the pairs whose last review was submitted in each month. */
export function Months({ months, few }: { months: readonly (Figure & { month: string })[]; few: number }) {
  return (
    <Table
      label="Agreement by month"
      columns={['Month', right('Value'), unseen('Value on the axis from 0 to 1'), right('Pairs'), right('Compared')]}
    >
      {months.map((of) => (
        <tr key={of.month}>
          <th scope="row">{named.format(new Date(of.month))}</th>
          <Value of={of} few={few} />
          <td className={styles.wide}>
            <Interval of={of} width={140} />
          </td>
          <td data-right data-label="pairs" className="num">
            {count(of.n_talks)}
          </td>
          <td data-right data-label="compared" className="num">
            {count(of.n_units)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Value({ of, few }: { of: Figure; few: number }) {
  return (
    <td data-right data-label="value" className={`num ${toneOf(of, few)}`} title={intervalText(of)}>
      <b>{figure(of.value)}</b>
      {of.n_units < few && <span className={styles.n}>n {of.n_units}</span>}
    </td>
  );
}

/** Grey where few rows speak for it, warm where it is too low to build on. */
export function toneOf(of: { value: number | null; n_units: number }, few: number): string {
  if (of.value === null || of.n_units < few) return styles.unsure ?? '';
  return of.value < least ? (styles.low ?? '') : '';
}

function rawText({ kind, measure, raw }: Measure): string {
  if (raw === null) return '–';
  if (measure === 'boundaries') return `Pk ${figure(raw)}`;
  return kind === 'overlap' ? `${figure(raw)} lax` : roundedPercent(raw);
}

function whyNot({ only_value, n_units }: Measure): string {
  if (only_value !== null) return `All said ${saidText(only_value)}: undefined`;
  return n_units === 0 ? 'Nothing to compare' : 'Undefined: nothing could differ';
}
