import { Fragment, type ReactNode } from 'react';
import classes from './NumberedLines.module.css';

interface NumberedLine {
  /** From 1. */
  number: number;
  text: string;
  state?: 'ready' | 'wrong' | 'skipped' | undefined;
  /** The fault of the line, and what can be done about it. */
  note?: ReactNode;
}

/** Lines of a file or list with their numbers, and under each what is wrong with it. Numbers may be left out. */
export function NumberedLines({ label, lines }: { label: string; lines: readonly NumberedLine[] }) {
  return (
    <ol className={classes.lines} aria-label={label}>
      {lines.map(({ number, text, state, note }, index) => (
        <Fragment key={`${number} ${text}`}>
          {number - (lines[index - 1]?.number ?? number) > 1 && (
            <li aria-hidden="true">
              <span>…</span>
            </li>
          )}
          <li data-state={state}>
            <span>{number}</span>
            <span dir="auto">{text}</span>
            {note && <em>{note}</em>}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
