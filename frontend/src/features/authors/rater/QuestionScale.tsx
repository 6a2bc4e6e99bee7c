import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useWords } from '../rate/language';
import { valuesOf, wordOf } from './model';
import classes from './Rater.module.css';
import type { Question } from './source';

interface QuestionScaleProps {
  question: Question;
  /** Its number, and how many there are. */
  at: number;
  of: number;
  value: number | null | undefined;
  /** What keys answer. On a phone, the only one shown. */
  isCurrent: boolean;
  /** Why it cannot be answered yet; empty where it can. */
  waits: string;
  onValue: (value: number) => void;
  /** A key pressed on the scale, which has the focus. */
  onKey: (event: KeyboardEvent) => void;
}

/** A question with its meaning and its scale. Nothing is chosen in advance. */
export function QuestionScale({ question, at, of, value, isCurrent, waits, onValue, onKey }: QuestionScaleProps) {
  const words = useWords().rater;
  const values = valuesOf(question);
  return (
    <fieldset className={classes.question} data-current={isCurrent || undefined} disabled={waits !== ''}>
      <legend>
        <b>{question.name}</b>
        {typeof value === 'number' && of > 1 && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
        {of > 1 && <span className={classes.number}>{words.questionOf(at + 1, of)}</span>}
      </legend>
      <p className={classes.meaning} dir="auto">
        {question.meaning}
      </p>
      {waits && (
        <p className={classes.waits} role="status">
          {waits}
        </p>
      )}
      <div className={classes.scale} data-alone={of === 1 || undefined}>
        {values.map((each) => (
          <label key={each} data-chosen={value === each || undefined} data-half={!Number.isInteger(each) || undefined}>
            <input
              type="radio"
              className="vh"
              name={`question-${at}`}
              checked={value === each}
              onChange={() => onValue(each)}
              onKeyDown={onKey}
            />
            {question.scale !== 'yesno' && <b className="num">{each}</b>}{' '}
            <span dir="auto">{wordOf(question, each, words.yesNo)}</span>
          </label>
        ))}
      </div>
      {of > 1 && question.scale !== 'yesno' && (
        <p className={classes.ends} aria-hidden="true">
          <span>{question.words?.[0]}</span>
          <span>{question.words?.at(-1)}</span>
        </p>
      )}
    </fieldset>
  );
}
