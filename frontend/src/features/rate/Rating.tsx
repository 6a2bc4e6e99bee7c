import { useState } from 'react';
import { plural } from '@/lib/format';
import { Frame } from './Frame';
import { goOnAt, tally } from './model';
import classes from './Rate.module.css';
import { Scale } from './Scale';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

/** The last question: the summary as a whole, and a comment. */
export function Rating({ answers, go }: { answers: Answers; go: Go }) {
  const { form, save, say } = answers;
  const { sentences, score } = form;
  const { yes, no, open } = tally(sentences);
  const [asked, setAsked] = useState(false);
  const send = () => {
    if (score === null) {
      setAsked(true);
      return;
    }
    say({ finished: true });
    go('thanks');
  };
  return (
    <Frame
      save={save}
      head={
        <>
          <h1 className="vh">The whole summary</h1>
          <p className={classes.progress}>
            <b className="num">{yes + no}</b> of {sentences.length}
            <span className="num">
              {yes} yes, {no} no
            </span>
          </p>
          <Ticks sentences={sentences} />
        </>
      }
      foot={
        <>
          {asked && score === null && (
            <p className={classes.missing} role="alert">
              Please choose a rating from 1 to 5 first.
            </p>
          )}
          <button type="button" className={classes.main} onClick={send}>
            Send my answers
          </button>
          <button type="button" className={classes.quiet} onClick={() => go(open > 0 ? goOnAt(sentences) : '1')}>
            {open > 0
              ? `Answer the remaining ${open === 1 ? 'sentence' : plural(open, 'sentence')}`
              : 'Change an answer'}
          </button>
        </>
      }
    >
      <Scale score={score} onScore={(value) => say({ score: value })} />
      <label className={classes.comment}>
        <span>
          Is anything missing, or out of place? <span className="muted">optional</span>
        </span>
        <textarea
          rows={3}
          maxLength={5000}
          value={form.comment}
          dir="auto"
          onChange={(event) => say({ comment: event.target.value })}
        />
      </label>
    </Frame>
  );
}
