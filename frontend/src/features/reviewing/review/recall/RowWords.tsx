/** The source of the active row as words to choose from: whoever works with the keyboard need not type them. */

import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { searchableWords } from '../model/recalled';
import { isRightToLeft, sideText } from '../model/text';
import styles from './Recall.module.css';

interface Props {
  row: string;
  chosen: string;
  look: (text: string) => void;
}

export function RowWords({ row, chosen, look }: Props) {
  const source = useReview(({ doc }) => (doc.rows.has(row) ? sideText(doc, rowOf(doc, row), 'source') : ''));
  const language = useReview((state) => state.doc.sourceLanguage);
  const number = useReview((state) => state.doc.order.indexOf(row) + 1);
  const words = useMemo(() => searchableWords(source, language), [source, language]);
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of another row begin anew
  useEffect(() => setAt(0), [source]);
  if (words.length === 0) return null;
  const choose = (index: number, extend: boolean) => {
    const [first, last] = extend ? [Math.min(at, index), Math.max(at, index)] : [index, index];
    look(source.slice(words[first]?.start, words[last]?.end));
    if (!extend) setAt(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = isRightToLeft(source) ? 'ArrowLeft' : 'ArrowRight';
    const backward = isRightToLeft(source) ? 'ArrowRight' : 'ArrowLeft';
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const ways: Record<string, number> = { [forward]: now + 1, [backward]: now - 1, Home: 0, End: buttons.length - 1 };
    const next = buttons[ways[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (!event.shiftKey) setAt(buttons.indexOf(next));
  };
  return (
    <div
      ref={place}
      className={styles.words}
      role="toolbar"
      aria-label={`Words of row ${number}; Shift makes a phrase`}
      lang={language || undefined}
      dir="auto"
      onKeyDown={onKeyDown}
    >
      {words.map((word, i) => (
        <button
          key={word.start}
          type="button"
          tabIndex={i === Math.min(at, words.length - 1) ? 0 : -1}
          data-stop={i === Math.min(at, words.length - 1) || undefined}
          aria-pressed={word.text === chosen}
          onClick={(event: MouseEvent) => choose(i, event.shiftKey)}
        >
          {word.text}
        </button>
      ))}
    </div>
  );
}
