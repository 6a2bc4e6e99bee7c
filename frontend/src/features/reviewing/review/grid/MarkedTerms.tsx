/** A text with the terms of the glossary in it underlined, and what they should be called in a tooltip. */

import { Fragment } from 'react';
import { type Occurrence, renderingsOf, written } from '../model/glossary';
import styles from './Chips.module.css';

export function MarkedTerms({ text, terms }: { text: string; terms: readonly Occurrence[] }) {
  if (terms.length === 0) return text;
  return (
    <>
      {terms.map((term, i) => (
        <Fragment key={term.start}>
          {text.slice(terms[i - 1]?.end ?? 0, term.start)}
          <span className={styles.term} title={told(term)} data-term>
            {text.slice(term.start, term.end)}
          </span>
        </Fragment>
      ))}
      {text.slice(terms.at(-1)?.end)}
    </>
  );
}

/** The terms of a text for those who do not see their marks. */
export function toldTerms(text: string, terms: readonly Occurrence[]): string {
  if (terms.length === 0) return '';
  return `. Terms: ${terms.map((term) => `${text.slice(term.start, term.end)}: ${told(term)}`).join('; ')}`;
}

function told({ terms }: Occurrence): string {
  const forbidden = [...new Set(terms.flatMap((term) => term.forbidden))].map(written);
  return [renderingsOf(terms), forbidden.length > 0 && `not ${forbidden.join(', ')}`, ...terms.map((term) => term.note)]
    .filter(Boolean)
    .join('. ');
}
