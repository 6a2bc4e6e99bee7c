import { keys } from './keys';
import { useWords } from './language';
import classes from './Rate.module.css';

interface YesNoProps {
  answer: boolean | null;
  onAnswer: (answer: boolean) => void;
}

/** The question about a sentence, with its two answers. */
export function YesNo({ answer, onAnswer }: YesNoProps) {
  const words = useWords();
  return (
    <>
      <p className={classes.ask} id="question">
        {words.question}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that act at once are no fieldset */}
      <div className={classes.pair} role="group" aria-labelledby="question">
        <button
          type="button"
          aria-pressed={answer === true}
          onClick={() => onAnswer(true)}
          aria-keyshortcuts={keys.yes[0]}
        >
          {words.yes}
        </button>
        <button
          type="button"
          aria-pressed={answer === false}
          onClick={() => onAnswer(false)}
          aria-keyshortcuts={keys.no[0]}
        >
          {words.no}
        </button>
      </div>
    </>
  );
}
