import { date } from '@/lib/format';
import { Frame } from './Frame';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

/** Thanks for what has arrived. Until then, it says where the answers are. */
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
          <h2>What happens next</h2>
          <ol className={classes.next}>
            <li>
              Your answers are combined with those of other authors, to see how often the chosen sentences were right.
            </li>
            <li>The results show how well the method summarizes talks.</li>
          </ol>
        </>
      ) : (
        <p className={classes.note}>
          {save.kind === 'kept' && save.stored
            ? 'Your answers are saved on this device and will be sent when you open this link online. You can close this page now.'
            : 'Please keep this page open until your answers have been sent.'}
        </p>
      )}
      <p className={classes.fine}>You can change your answers with the same link until {date(form.closes_at)}.</p>
    </Frame>
  );
}

function titleOf(arrived: boolean, kind: Answers['save']['kind']): string {
  if (arrived) return 'Thank you, we have your answers.';
  return kind === 'sending' ? 'Sending your answers' : 'Not sent yet';
}
