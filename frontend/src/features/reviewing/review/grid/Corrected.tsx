/** Imported text with its corrections marked: what was imported is struck through, and what it should be stands behind. */

import { Fragment, type ReactNode } from 'react';
import { sliceCodePoints } from '@/lib/codePoints';
import { useReview } from '../frame/context';
import { correctedParts } from '../model/corrections';
import { type Occurrence, renderingsOf, written } from '../model/glossary';
import type { Side } from '../model/types';
import chips from './Chips.module.css';

interface Props {
  side: Side;
  unit: number;
  /** Of the unit; `start` and `end` say which part of it is shown, in code points. */
  text: string;
  start: number;
  end: number;
}

/** The corrections in a text as words for screen readers; empty where there are none. */
export function useCorrectionWords({ side, unit, text, start, end }: Props): string {
  const standing = useReview((state) => state.corrections.standing[side].get(unit));
  return (standing ?? [])
    .filter((one) => one.start < end && one.end > start)
    .map((one) => `, corrected: ${sliceCodePoints(text, one.start, one.end)} to ${one.text || 'nothing'}`)
    .join('');
}

/** `children`: how the text is drawn where nothing in it is corrected. */
export function Corrected({ side, unit, text, start, end, children }: Props & { children?: ReactNode }) {
  const standing = useReview((state) => state.corrections.standing[side].get(unit));
  const isTouched = standing?.some((one) => one.start < end && one.end > start);
  if (!standing || !isTouched) return children ?? sliceCodePoints(text, start, end);
  return correctedParts(text, { start, end }, standing).map(({ kind, text: part, key }) =>
    kind === 'del' ? (
      <del key={key} className={chips.was}>
        <span className="vh">imported as </span>
        {part}
      </del>
    ) : kind === 'ins' ? (
      <ins key={key} className={chips.is} title="Corrected; the imported text stays as it is">
        <span className="vh"> corrected to </span>
        {part}
      </ins>
    ) : (
      part
    ),
  );
}

/** A text with the terms of the glossary in it underlined, and what they should be called in a tooltip. */
export function MarkedTerms({ text, terms }: { text: string; terms: readonly Occurrence[] }) {
  if (terms.length === 0) return text;
  return (
    <>
      {terms.map((term, i) => (
        <Fragment key={term.start}>
          {text.slice(terms[i - 1]?.end ?? 0, term.start)}
          <span className={chips.term} title={wordsOf(term)} data-term>
            {text.slice(term.start, term.end)}
          </span>
        </Fragment>
      ))}
      {text.slice(terms.at(-1)?.end)}
    </>
  );
}

/** The terms of a text for those who do not see their marks. */
export function termWords(text: string, terms: readonly Occurrence[]): string {
  if (terms.length === 0) return '';
  return `. Terms: ${terms.map((term) => `${text.slice(term.start, term.end)}: ${wordsOf(term)}`).join('; ')}`;
}

function wordsOf({ terms }: Occurrence): string {
  const forbidden = [...new Set(terms.flatMap((term) => term.forbidden))].map(written);
  return [renderingsOf(terms), forbidden.length > 0 && `not ${forbidden.join(', ')}`, ...terms.map((term) => term.note)]
    .filter(Boolean)
    .join('. ');
}
