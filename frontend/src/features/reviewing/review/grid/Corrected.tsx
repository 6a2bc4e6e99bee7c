/** Imported text with its corrections marked: what was imported is struck through, and what it should be stands behind. */

import type { ReactNode } from 'react';
import { useReview } from '../frame/context';
import { correctedParts } from '../model/corrections';
import { sliceCodePoints } from '../model/text';
import type { Side } from '../model/types';
import styles from './Corrected.module.css';

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
      <del key={key} className={styles.was}>
        <span className="vh">imported as </span>
        {part}
      </del>
    ) : kind === 'ins' ? (
      <ins key={key} className={styles.is} title="Corrected; the imported text stays as it is">
        <span className="vh"> corrected to </span>
        {part}
      </ins>
    ) : (
      part
    ),
  );
}
