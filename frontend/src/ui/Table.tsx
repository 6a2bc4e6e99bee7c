import type { ReactNode } from 'react';
import classes from './Table.module.css';

interface Column {
  title: string;
  right?: boolean;
  unseen?: boolean;
  /** What is seen in place of the title, which is only read out. */
  shown?: ReactNode;
}

/** A column of numbers. */
export const right = (title: string): Column => ({ title, right: true });

/** A column of buttons, whose heading is only read out. */
export const unseen = (title: string): Column => ({ title, unseen: true });

interface TableProps {
  label: string;
  /** The headings, one a column; false for a column that is not there. */
  columns?: (string | Column | false)[];
  /** The cells of the first row, where headings are more than words. */
  head?: ReactNode;
  /** The look of the table itself, instead of the usual one. */
  className?: string;
  children: ReactNode;
}

/** A plain table on hairlines. It scrolls sideways inside itself where the window is narrower than its words. */
export function Table({
  label,
  columns,
  head = columns && <Headings columns={columns} />,
  className,
  children,
}: TableProps) {
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

function Headings({ columns }: { columns: NonNullable<TableProps['columns']> }) {
  return columns
    .filter((column) => column !== false)
    .map((column) => (typeof column === 'string' ? { title: column } : column))
    .map(({ title, right, unseen, shown }: Column) => (
      <th key={title} data-right={right || undefined}>
        {shown}
        {unseen || shown ? <span className="vh">{title}</span> : title}
      </th>
    ));
}
