import { IconCheck } from '@tabler/icons-react';
import { useWords } from '../rate/language';
import classes from './Rater.module.css';
import type { Question, RaterSample } from './source';

interface QuestionStepsProps {
  questions: readonly Question[];
  values: RaterSample['values'];
  current: number;
  onGo: (question: number) => void;
}

/** On a phone, which shows one question at a time: the way to each, and which have an answer. */
export function QuestionSteps({ questions, values, current, onGo }: QuestionStepsProps) {
  const words = useWords().rater;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that lead somewhere are no fieldset
    <div className={classes.steps} role="group" aria-label={words.questions}>
      {questions.map(({ name }, at) => (
        <button key={name} type="button" aria-pressed={at === current} onClick={() => onGo(at)}>
          <span className="num">{at + 1}</span> <span className="vh">{name}</span>
          {typeof values[at] === 'number' && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}
