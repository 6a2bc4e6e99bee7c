import { IconCheck } from '@tabler/icons-react';
import classes from './Rate.module.css';

const scale = [
  [5, 'Excellent'],
  [4, 'Very good'],
  [3, 'Good'],
  [2, 'Bad'],
  [1, 'Very bad'],
] as const;

interface ScaleProps {
  score: number | null;
  onScore: (score: number) => void;
}

/** The rating from 5 to 1. Nothing is chosen in advance. */
export function Scale({ score, onScore }: ScaleProps) {
  return (
    <fieldset className={classes.likert}>
      <legend>Overall, how well does the summary say what your talk was about?</legend>
      <div>
        {scale.map(([value, label]) => (
          <label key={value} data-chosen={score === value || undefined}>
            <input
              type="radio"
              name="score"
              className="vh"
              value={value}
              checked={score === value}
              onChange={() => onScore(value)}
            />
            <b className="num">{value}</b>
            {label}
            {score === value && <IconCheck size={20} stroke={1.75} aria-hidden="true" />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
