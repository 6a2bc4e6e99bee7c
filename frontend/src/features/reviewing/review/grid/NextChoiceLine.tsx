/** Below the active row, what the engine would choose next: one line in the row's own columns, taken by its key. */

import { Fragment } from 'react';
import { run } from '../editor/commands';
import { classes, useEditor, useKeyText } from '../frame/context';
import type { Doc } from '../model/document';
import type { Crossing, NextChoice } from '../model/nextChoice';
import { chipText, isArabicScript } from '../model/text';
import type { Side, Unit } from '../model/types';
import styles from './NextChoiceLine.module.css';
import { nextChoiceId } from './RowsGrid';

interface Props {
  choice: NextChoice;
  doc: Doc;
  /** Of the row, as people count. */
  number: number;
}

export function NextChoiceLine({ choice, doc, number }: Props) {
  const editor = useEditor();
  const { key } = useKeyText();
  const chord = key('next_choice_accept');
  return (
    <div className={styles.line} role="gridcell" data-next-choice data-own="true">
      <span id={nextChoiceId} className="vh">
        {`The engine’s next choice${chord && `, by ${chord}`}: ${inWords(choice, doc)}.`}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.take}
        title={`Take the engine’s next choice, accept row ${number}, go on`}
        onClick={() => run(editor, 'next_choice_accept')}
      >
        <kbd>{chord}</kbd> Next choice
      </button>
      <Text choice={choice} side="source" units={doc.sourceUnits} language={doc.sourceLanguage} />
      <Text choice={choice} side="target" units={doc.targetUnits} language={doc.targetLanguage} />
    </div>
  );
}

/** What would change, for those who do not see it; they have just heard the row. */
function inWords({ comes, goes }: NextChoice, { sourceUnits, targetUnits }: Doc): string {
  const said = (way: (chip: string, row: number) => string, crossings: NextChoice['comes']) => [
    ...crossings.source.map(({ chip, row }) => way(chipText(chip, sourceUnits), row)),
    ...crossings.target.map(({ chip, row }) => way(chipText(chip, targetUnits), row)),
  ];
  return [
    ...said((text, row) => `takes “${text}” from row ${row}`, comes),
    ...said((text, row) => `gives “${text}” to row ${row}`, goes),
  ].join(', ');
}

interface TextProps {
  choice: NextChoice;
  side: Side;
  units: readonly Unit[];
  language: string;
}

/** A side that would change: what stays in grey, what comes underlined and what goes struck, each with its row. */
function Text({ choice, side, units, language }: TextProps) {
  const place = classes(styles.text, side === 'source' ? styles.source : styles.target);
  if (choice.comes[side].length + choice.goes[side].length === 0)
    return (
      <span className={place} aria-hidden="true">
        {side} as it is
      </span>
    );
  return (
    <span
      className={place}
      lang={language || undefined}
      dir={isArabicScript(language) ? 'rtl' : undefined}
      aria-hidden="true"
    >
      {choice.stays[side].map((chip) => (
        <Fragment key={chip.id}>
          <bdi>{chipText(chip, units)}</bdi>{' '}
        </Fragment>
      ))}
      {choice.comes[side].map((crossing) => (
        <Moved key={crossing.chip.id} crossing={crossing} units={units} way="comes" />
      ))}
      {choice.goes[side].map((crossing) => (
        <Moved key={crossing.chip.id} crossing={crossing} units={units} way="goes" />
      ))}
    </span>
  );
}

interface MovedProps {
  crossing: Crossing;
  units: readonly Unit[];
  way: 'comes' | 'goes';
}

/** The arrow says which way the text moves: up from a row below, or down to one. */
function Moved({ crossing, units, way }: MovedProps) {
  const Mark = way === 'comes' ? 'ins' : 'del';
  return (
    <>
      <bdi>
        <Mark>{chipText(crossing.chip, units)}</Mark>
      </bdi>
      <span className={styles.way} lang="en" dir="ltr">
        {way === 'comes' ? '↑' : '↓'} {crossing.row}
      </span>{' '}
    </>
  );
}
