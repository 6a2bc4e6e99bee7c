/** A text with the words underlined that page and talk have in common; blue where they are those of the active sentence. */

import styles from './Underlined.module.css';
import { piecesOf, type Word } from './words';

interface UnderlinedProps {
  text: string;
  /** Its words, in code points of `text`. */
  words: readonly Word[];
  isShared: (key: string) => boolean;
  isActive: (key: string) => boolean;
}

export function Underlined({ text, words, isShared, isActive }: UnderlinedProps) {
  const marks = words.filter(({ key }) => isShared(key));
  const active = new Set(marks.filter(({ key }) => isActive(key)).map(({ start }) => start));
  return piecesOf(
    text,
    marks.map(({ start, end }) => [start, end]),
  ).map(({ text: piece, marked, at }) =>
    marked ? (
      <span key={at} className={styles.shared} data-active={active.has(at)}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
