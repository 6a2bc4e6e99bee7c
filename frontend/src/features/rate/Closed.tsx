import { Frame } from './Frame';
import { dayIn, useWords } from './language';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';

/** What a link shows after it has expired: what the author has answered, to be read. */
export function Closed({ answers: { form, save } }: { answers: Answers }) {
  const words = useWords();
  const { sentences, score, comment } = form;
  const { yes, no } = tally(sentences);
  const lost = save.kind === 'saved' ? 0 : 'count' in save ? save.count : 1;
  const isAnswered = yes + no > 0 || score !== null || comment !== '';
  const said = { true: words.yes, false: words.no, null: words.noAnswer };
  return (
    <Frame>
      <h1>{words.expired(dayIn(words, form.closes_at))}</h1>
      {lost > 0 && <p className={classes.missing}>{words.late(lost)}</p>}
      {isAnswered && lost === 0 && (
        <>
          <p className={classes.lead}>{words.savedAnswers}</p>
          {sentences.length > 0 && <Ticks sentences={sentences} />}
          <ol className={classes.given} lang={form.language || undefined}>
            {sentences.map(({ id, text, answer }) => (
              <li key={id}>
                <b data-said={answer} lang={document.documentElement.lang}>
                  {said[`${answer}`]}
                </b>
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ol>
          {score !== null && (
            <>
              <h2>{words.yourRating}</h2>
              <p>
                <b className="num">{score}</b> {words.scale[score as keyof typeof words.scale]}
              </p>
            </>
          )}
          {comment && (
            <>
              <h2>{words.yourComment}</h2>
              <p dir="auto">{comment}</p>
            </>
          )}
        </>
      )}
      {!isAnswered && lost === 0 && <p className={classes.lead}>{words.noAnswers}</p>}
    </Frame>
  );
}
