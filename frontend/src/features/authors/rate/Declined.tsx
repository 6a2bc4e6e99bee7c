import { Frame } from './Frame';
import { useWords } from './language';
import { isBegun } from './model';
import classes from './Rate.module.css';
import type { Answers } from './useAnswers';

/** For an author who does not take part, until they change their mind. */
export function Declined({ answers: { form, save, say } }: { answers: Answers }) {
  const words = useWords();
  return (
    <Frame
      save={save}
      foot={
        <button type="button" className={classes.plain} onClick={() => say({ declined: false })}>
          {words.takePart}
        </button>
      }
    >
      <h1>{words.declined}</h1>
      <p className={classes.lead}>{isBegun(form) ? words.withdrawnWhy : words.declinedWhy}</p>
    </Frame>
  );
}
