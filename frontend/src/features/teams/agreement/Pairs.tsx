import { Link, useParams } from 'react-router';
import { count } from '@/lib/format';
import { Table } from '@/ui/Table';
import styles from './Agreement.module.css';
import { Interval, intervalText } from './Interval';
import { toneOf } from './Measures';
import type { PairFigure } from './requests';
import { figure } from './words';

interface Props {
  pairs: readonly PairFigure[];
  few: number;
  current: number | undefined;
  onChoose: (pair: number | undefined) => void;
}

/** The figure of each pair, the lowest first. */
export function Pairs({ pairs, few, current, onChoose }: Props) {
  const { slug = '' } = useParams();
  return (
    <Table
      label="Agreement by pair"
      head={
        <>
          <th>Pair</th>
          <th data-right>Value</th>
          <th className={styles.wide}>95 % interval</th>
          <th data-right>Differing</th>
        </>
      }
    >
      {pairs.map((found) => (
        <tr key={found.pair} data-current={found.pair === current || undefined}>
          <th scope="row">
            <Link to={`/p/${slug}/pairs/${found.pair}`} dir="auto" title={found.title} className={styles.title}>
              {found.title}
            </Link>
          </th>
          <td data-right className={`num ${toneOf(found, few)}`} title={intervalText(found)}>
            <b>{figure(found.value)}</b>
            {found.n_units < few && <small className={styles.n}>n {found.n_units}</small>}
          </td>
          <td className={styles.wide}>
            <Interval of={found} width={110} />
          </td>
          <td data-right data-nowrap className="num">
            <button
              type="button"
              className={styles.link}
              aria-pressed={found.pair === current}
              aria-label={`${found.title}: ${count(found.n_differing)} of ${count(found.n_units)} differ. Show only this pair`}
              onClick={() => onChoose(found.pair === current ? undefined : found.pair)}
            >
              {count(found.n_differing)}
            </button>{' '}
            <span className="soft">of {count(found.n_units)}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
