import { useState } from 'react';
import { Frame } from './Frame';
import { useWords } from './language';
import { goOnAt, tally, unrated } from './model';
import classes from './Rate.module.css';
import { Scale } from './Scale';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';

/** The last questions: the whole, what else is asked of it, and a comment. */
export function Rating({ answers, go }: { answers: Answers; go: Go }) {
  const words = useWords();
  const { form, save, say } = answers;
  const { sentences, score, dimensions, trap } = form;
  const { yes, no, open } = tally(sentences);
  const [isAsking, setAsking] = useState(false);
  const missing = unrated(form);
  const isMissing = missing.length > 0;
  const asked = isAsking ? missing : [];
  const send = () => {
    const [first] = missing;
    if (first) {
      setAsking(true);
      reach(first);
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
          <h1 className="vh">{form.text ? words.toRatingOfText : words.toRating}</h1>
          {sentences.length > 0 && (
            <>
              <p className={classes.progress}>
                <b className="num">{yes + no}</b> {words.of(sentences.length)}
                <span className="num">{words.yesNo(yes, no)}</span>
              </p>
              <Ticks sentences={sentences} />
            </>
          )}
        </>
      }
      foot={
        <>
          {isAsking && isMissing && (
            <p className={classes.missing} role="alert">
              {dimensions.length > 0 || trap !== null ? words.chooseAllFirst : words.chooseFirst}
            </p>
          )}
          <button type="button" className={classes.main} onClick={send}>
            {words.send}
          </button>
          {sentences.length > 0 && (
            <button type="button" className={classes.quiet} onClick={() => go(open > 0 ? goOnAt(sentences) : '1')}>
              {open > 0 ? words.answerRest(open) : words.changeOne}
            </button>
          )}
        </>
      }
    >
      <button type="button" className={classes.see} onClick={() => go('summary')}>
        <span>{form.text ? words.readText : words.readSummary}</span>
      </button>
      {dimensions.map((dimension) => (
        <Scale
          key={dimension}
          name={dimension}
          question={words.dimensions[dimension]}
          score={form.scores[dimension] ?? null}
          isMissing={asked.includes(dimension)}
          onScore={(value) => say({ scores: { [dimension]: value } })}
        />
      ))}
      {trap !== null && (
        <Scale
          name="trap"
          question={words.trap(trap)}
          score={form.trap_answer}
          isMissing={asked.includes('trap')}
          onScore={(value) => say({ trap_answer: value })}
        />
      )}
      <Scale
        name="score"
        question={form.text ? words.ratingOfText : words.rating}
        score={score}
        isMissing={asked.includes('score')}
        onScore={(value) => say({ score: value })}
      />
      <label className={classes.comment}>
        <span>
          {words.comment} <span className="muted">{words.optional}</span>
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

/** Bring a scale into view, and the focus to it. */
function reach(name: string) {
  const [button] = document.getElementsByName(name);
  button?.closest('fieldset')?.scrollIntoView({ block: 'start' });
  button?.focus({ preventScroll: true });
}
