import type { ReactNode } from 'react';
import classes from './Table.module.css';

/** A plain table on hairlines. It scrolls sideways inside itself where the window is narrower than its words. */
export function Table({ label, head, children }: { label: string; head?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
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
