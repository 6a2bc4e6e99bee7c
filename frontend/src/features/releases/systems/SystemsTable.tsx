import type { ReactNode } from 'react';
import classes from '@/features/releases/Release.module.css';
import type { System } from '@/features/releases/requests/systems';
import { Table } from '@/ui/Table';
import {
  columnsOf,
  figureOf,
  figureText,
  halfText,
  hiddenText,
  missingText,
  ownText,
  scopeOf,
  signaturesOf,
} from './scores';

export type Scored = Pick<
  System,
  | 'id'
  | 'name'
  | 'kind'
  | 'split'
  | 'engine'
  | 'figures'
  | 'n_rows'
  | 'n_talks'
  | 'of_talks'
  | 'n_own'
  | 'n_missing'
  | 'by_origin'
>;

interface SystemsTableProps<S extends Scored> {
  label?: string;
  /** In the order of the rows. */
  systems: readonly S[];
  nameOf: (system: S) => ReactNode;
  /** What stands in place of figures. */
  withoutFigures?: (system: S) => ReactNode;
}

/** Systems with their figures, and below them the signatures of the metrics. */
export function SystemsTable<S extends Scored>({
  label = 'Systems',
  systems,
  nameOf,
  withoutFigures,
}: SystemsTableProps<S>) {
  const columns = columnsOf(systems);
  const talks = Math.max(0, ...systems.map(({ n_talks }) => n_talks ?? 0));
  return (
    <>
      <Table
        label={label}
        className={classes.figures}
        columns={[label === 'Systems' ? 'System' : label, ...columns.map(({ label }) => label)]}
      >
        {systems.map((system) => (
          <tr key={system.id}>
            <th scope="row">
              {nameOf(system)}{' '}
              <small>
                {[system.engine && 'engine', scopeOf(system, talks), ownText(system), missingText(system)]
                  .filter(Boolean)
                  .join(', ')}
              </small>
              {hiddenText(system) && <small className={classes.apart}>{hiddenText(system)}</small>}
            </th>
            {system.figures.length > 0 ? (
              columns.map(({ key }) => {
                const figure = figureOf(system.figures, key);
                return (
                  <td key={key} className="num">
                    {figure ? figureText(key, figure.value) : '–'} <small>{figure && halfText(key, figure.half)}</small>
                  </td>
                );
              })
            ) : (
              <td colSpan={Math.max(1, columns.length)} className={classes.said}>
                {withoutFigures?.(system)}
              </td>
            )}
          </tr>
        ))}
      </Table>
      {signaturesOf(systems).map(({ labels, signature }) => (
        <p key={signature} className={classes.signatures}>
          {labels.join(', ')} <code>{signature}</code>
        </p>
      ))}
    </>
  );
}
