import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { Frame } from './Frame';
import { goOnAt, tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

const scale = [
  [5, 'Excellent'],
  [4, 'Very good'],
  [3, 'Good'],
  [2, 'Bad'],
  [1, 'Very bad'],
] as const;

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
                onChange={() => say({ score: value })}
              />
              <b className="num">{value}</b>
              {label}
              {score === value && <IconCheck size={20} stroke={1.75} aria-hidden="true" />}
            </label>
          ))}
        </div>
      </fieldset>
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
