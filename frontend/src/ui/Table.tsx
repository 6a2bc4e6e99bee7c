import type { ReactNode } from 'react';
import classes from './Table.module.css';

interface TableProps {
  label: string;
  /** The columns, each a name or a `th`; also `right` and `unseen`. */
  head?: ReactNode | readonly ReactNode[];
  children: ReactNode;
}

/** The head of a column of numbers. */
export const right = (name: string, title?: string) => (
  <th key={name} data-right title={title}>
    {name}
  </th>
);

/** The head of a column that speaks for itself to whoever sees it. */
export const unseen = (name: string) => (
  <th key={name}>
    <span className="vh">{name}</span>
  </th>
);

const asHead = (column: ReactNode) => (typeof column === 'string' ? <th key={column}>{column}</th> : column);

/** A plain table on hairlines. It scrolls sideways inside itself where the window is narrower than its words. */
export function Table({ label, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        {head && (
          <thead>
            <tr>{Array.isArray(head) ? head.map(asHead) : head}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
