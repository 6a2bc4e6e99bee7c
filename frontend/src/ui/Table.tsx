import type { ReactNode } from 'react';
import classes from './Table.module.css';

/** A plain table on hairlines. It scrolls sideways inside itself where the window is narrower than its words. */
export function Table({ label, head, children }: { label: string; head?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section would add a heading level of its own
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
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
