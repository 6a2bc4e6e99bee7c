import type { ReactNode } from 'react';
import classes from './Table.module.css';

/** The head of a column: its words, those over figures, or words that are read out and not shown. */
type Column = string | { right: string } | { hidden: string };

interface TableProps {
  label: string;
  columns?: readonly Column[];
  /** The heads, where they are more than words. */
  head?: ReactNode;
  /** The look of the table itself, instead of the usual one. */
  className?: string;
  children: ReactNode;
}

/** A plain table on hairlines. It scrolls sideways inside itself where the window is narrower than its words. */
export function Table({ label, columns, head = columns?.map(headOf), className, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={className ?? classes.table}>
        {head && (
          <thead>
            <tr>{head}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headOf(column: Column, place: number) {
  if (typeof column === 'string') return <th key={place}>{column}</th>;
  return 'right' in column ? (
    <th key={place} data-right>
      {column.right}
    </th>
  ) : (
    <th key={place}>
      <span className="vh">{column.hidden}</span>
    </th>
  );
}
