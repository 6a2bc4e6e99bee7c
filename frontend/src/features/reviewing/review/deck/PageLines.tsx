/** The lines of a page, and where each is said: a link to the sentence that has most of its words. */

import { useEffect, useMemo, useRef } from 'react';
import { clock, figure } from '@/lib/format';
import { Underlined } from '@/ui/large/Underlined';
import { wordsIn } from '@/ui/large/words';
import { activate } from '../editor/navigation';
import { useEditor, useReview } from '../frame/context';
import { Corrected } from '../grid/Corrected';
import { linesOf, type Page, type Sentence } from '../model/deck';
import { rouge1 } from '../model/rouge';
import { linesSaid } from '../model/sharedWords';
import { chipText } from '../model/text';
import { timeOf } from '../model/times';
import styles from './Deck.module.css';

interface PageLinesProps {
  page: Page;
  sentences: readonly Sentence[];
  /** The keys of the words of each sentence. */
  spoken: readonly ReadonlySet<string>[];
  isHere: (at: number) => boolean;
  marks: { isShared: (key: string) => boolean; isActive: (key: string) => boolean };
}

export function PageLines({ page, sentences, spoken, isHere, marks }: PageLinesProps) {
  const editor = useEditor();
  const doc = useReview((state) => state.doc);
  const { sourceUnits, sourceLanguage: language } = doc;
  const lines = useMemo(
    () => linesOf({ sourceUnits }, page).map((line) => ({ ...line, words: wordsIn(line.text, language) })),
    [sourceUnits, page, language],
  );
  const places = useMemo(
    () =>
      linesSaid(
        lines.map(({ words }) => words),
        spoken,
      ),
    [lines, spoken],
  );
  const table = useRef<HTMLTableElement>(null);
  const here = places.findIndex((at) => at !== null && isHere(at));
  // Below a high picture the line of the sentence one is at would have to be looked for.
  useEffect(() => {
    if (here >= 0) table.current?.tBodies[0]?.rows[here]?.scrollIntoView?.({ block: 'nearest' });
  }, [here]);
  const go = ({ row, chip }: Sentence) => {
    activate(editor, row, chip.id);
    editor.set({ focus: editor.state.focus + 1 });
  };
  return (
    <table ref={table} className={styles.lines}>
      <thead lang="en">
        <tr>
          <th scope="col">Line of the page</th>
          <th scope="col">Said</th>
          <th scope="col" title="Of the line and the sentence in which it is said: the F1 of their words">
            ROUGE-1
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ unit, start, end, text, words }, line) => {
          const at = places[line] ?? null;
          const sentence = at === null ? undefined : sentences[at];
          const time = sentence && timeOf(sentence.chip, doc.targetUnits);
          return (
            <tr key={line} data-here={at !== null && isHere(at)}>
              <td dir="auto">
                <Corrected side="source" unit={unit} text={sourceUnits[unit]?.text ?? ''} start={start} end={end}>
                  <Underlined text={text} words={words} {...marks} />
                </Corrected>
              </td>
              <td lang="en">
                {sentence ? (
                  <button type="button" onClick={() => go(sentence)}>
                    {time ? clock(time.start) : `sentence ${sentence.chip.unit + 1}`}
                  </button>
                ) : (
                  'not said'
                )}
              </td>
              <td lang="en">{figure(sentence ? rouge1(text, chipText(sentence.chip, doc.targetUnits)) : null)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
