import { date } from '@/lib/format';
import { Frame } from './Frame';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

/** Thanks only for what has arrived; until then it says what is kept where. */
export function Thanks({ answers, go }: { answers: Answers; go: Go }) {
  const { form, save } = answers;
  const { yes } = tally(form.sentences);
  const arrived = save.kind === 'saved' && form.finished_at !== null;
  return (
    <Frame
      save={save}
      foot={
        <button type="button" className={classes.plain} onClick={() => go('1')}>
          Change my answers
        </button>
      }
    >
      <h1>{titleOf(arrived, save.kind)}</h1>
      <p className={classes.lead}>
        You said yes to {yes} of {form.sentences.length} sentences
        {form.score !== null && <> and gave the summary a {form.score}</>}.
      </p>
      <Ticks sentences={form.sentences} />
      {arrived ? (
        <>
          <h2>What happens with it</h2>
          <ol className={classes.next}>
            <li>Your answers join those of the other authors; the project sees how often a sentence was right.</li>
            <li>The counts and means say how well the method summarises talks.</li>
          </ol>
        </>
      ) : (
        <p className={classes.note}>
          {save.kind === 'kept' && save.stored
            ? 'Your answers are kept on this device and sent when it is online again. You may close this page and open the link later.'
            : 'Stay on this page until it says that they are in.'}
        </p>
      )}
      <p className={classes.fine}>You can change your answers with the same link until {date(form.closes_at)}.</p>
    </Frame>
  );
}

function titleOf(arrived: boolean, kind: Answers['save']['kind']): string {
  if (arrived) return 'Thank you. It is in.';
  return kind === 'sending' ? 'Sending your answers' : 'Not sent yet';
}
