import { count, percent } from '@/lib/format';
import { Table } from '@/ui/Table';
import styles from './Agreement.module.css';
import { Interval, IntervalHead, intervalText } from './Interval';
import type { Agreement, Measure } from './requests';
import { explained, figure, least, saidText, statistic, unitOf } from './words';

interface Props {
  measures: readonly Measure[];
  few: Agreement['few'];
  current: string | undefined;
  onChoose: (measure: string) => void;
}

/** One line a measure: how far people agree, how sure that is, and kappa and raw agreement beside it. */
export function Measures({ measures, few, current, onChoose }: Props) {
  const groups = [
    ['Alignment', measures.filter(({ is_label }) => !is_label)],
    ['Labels', measures.filter(({ is_label }) => is_label)],
  ] as const;
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
        {groups.map(
          ([title, of]) => of.length > 0 && <Group key={title} title={title} of={of} {...{ few, current, onChoose }} />,
        )}
      </Table>
    </div>
  );
}

function Group({
  title,
  of,
  few,
  current,
  onChoose,
}: Omit<Props, 'measures'> & { title: string; of: readonly Measure[] }) {
  return (
    <>
      <tr className={styles.group}>
        <th colSpan={6} scope="rowgroup">
          {title}
        </th>
      </tr>
      {of.map((measure) => (
        <tr key={measure.measure} data-current={measure.measure === current || undefined}>
          <th scope="row">
            <button
              type="button"
              className={styles.link}
              aria-pressed={measure.measure === current}
              onClick={() => onChoose(measure.measure)}
            >
              {measure.is_label ? <code>{measure.name}</code> : measure.name}
            </button>{' '}
            <span className={styles.statistic} title={explained[measure.kind]}>
              {statistic[measure.kind]}
            </span>
          </th>
          <td data-right data-label={unitOf(measure, 2)} className="num">
            {count(measure.n_units)}
          </td>
          <td data-right className={`num ${toneOf(measure, few)}`} title={intervalText(measure)}>
            <b>{figure(measure.value)}</b>
            {measure.n_units < few && <small className={styles.n}>n {measure.n_units}</small>}
          </td>
          <td data-right data-label="κ" className="num soft">
            {figure(measure.kappa)}
          </td>
          <td data-right data-label="raw" className="num soft">
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

/** Grey where few rows speak for it, warm where it is too low to build on. */
export function toneOf(of: { value: number | null; n_units: number }, few: number): string {
  if (of.value === null || of.n_units < few) return styles.unsure ?? '';
  return of.value < least ? (styles.low ?? '') : '';
}

function rawText({ kind, raw }: Measure): string {
  if (raw === null) return '–';
  return kind === 'overlap' ? `${figure(raw)} lax` : percent(raw);
}

function whyNot({ only_value, n_units }: Measure): string {
  if (only_value !== null) return `All said ${saidText(only_value)}: undefined`;
  return n_units === 0 ? 'Nothing to compare' : 'Undefined: nothing could differ';
}
