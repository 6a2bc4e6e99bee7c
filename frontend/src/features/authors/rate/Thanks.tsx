import { Frame } from './Frame';
import { momentIn, useWords, type Words } from './language';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

/** Thanks for what has arrived. Until then, it says where the answers are. */
export function Thanks({ answers, go }: { answers: Answers; go: Go }) {
  const words = useWords();
  const { form, save } = answers;
  const { yes } = tally(form.sentences);
  const arrived = save.kind === 'saved' && form.finished_at !== null;
  return (
    <Frame
      save={save}
      foot={
        <button type="button" className={classes.plain} onClick={() => go(form.text ? 'rating' : '1')}>
          {words.change}
        </button>
      }
    >
      <h1>{titleOf(words, arrived, save.kind)}</h1>
      <p className={classes.lead}>
        {form.text ? words.youGave(form.score) : words.youSaid(yes, form.sentences.length, form.score)}
      </p>
      {!form.text && <Ticks sentences={form.sentences} />}
      {arrived ? (
        <>
          <h2>{words.whatNext}</h2>
          <ol className={classes.next}>
            {(form.text ? words.whatNextOfText : words.whatNextSteps).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      ) : (
        <p className={classes.note}>{save.kind === 'kept' && save.stored ? words.keptHere : words.keepOpen}</p>
      )}
      <p className={classes.fine}>{words.until(momentIn(words, form.closes_at))}</p>
    </Frame>
  );
}

function titleOf(words: Words, arrived: boolean, kind: Answers['save']['kind']): string {
  if (arrived) return words.thanks;
  return kind === 'sending' ? words.sending : words.notSent;
}
