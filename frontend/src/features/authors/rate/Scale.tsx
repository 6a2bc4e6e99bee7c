import { IconCheck } from '@tabler/icons-react';
import { useWords } from './language';
import classes from './Rate.module.css';

const values = [5, 4, 3, 2, 1] as const;

interface ScaleProps {
  name: string;
  question: string;
  score: number | null;
  /** It was left out, and the answers cannot be sent without it. */
  isMissing: boolean;
  onScore: (score: number) => void;
}

/** A rating from 5 to 1. Nothing is chosen in advance. */
export function Scale({ name, question, score, isMissing, onScore }: ScaleProps) {
  const words = useWords();
  return (
    <fieldset className={classes.likert}>
      <legend>
        {question}
        {isMissing && <span className={classes.unanswered}>{words.unanswered}</span>}
      </legend>
      <div className={isMissing ? classes.lacking : undefined}>
        {values.map((value) => (
          <label key={value} data-chosen={score === value || undefined}>
            <input
              type="radio"
              name={name}
              className="vh"
              value={value}
              checked={score === value}
              onChange={() => onScore(value)}
            />
            <b className="num">{value}</b>
            {words.scale[value]}
            {score === value && <IconCheck size={20} stroke={1.75} aria-hidden="true" />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
