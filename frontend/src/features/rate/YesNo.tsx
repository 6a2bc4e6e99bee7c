import classes from './Rate.module.css';

interface YesNoProps {
  answer: boolean | null;
  onAnswer: (answer: boolean) => void;
}

/** The question about a sentence, with its two answers. */
export function YesNo({ answer, onAnswer }: YesNoProps) {
  return (
    <>
      <p className={classes.ask} id="question">
        Did you consider this when preparing your talk?
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that act at once are no fieldset */}
      <div className={classes.pair} role="group" aria-labelledby="question">
        <button type="button" aria-pressed={answer === true} onClick={() => onAnswer(true)} aria-keyshortcuts="y">
          Yes
        </button>
        <button type="button" aria-pressed={answer === false} onClick={() => onAnswer(false)} aria-keyshortcuts="n">
          No
        </button>
      </div>
    </>
  );
}
