import { Frame } from './Frame';
import { momentIn, useWords } from './language';
import { isBegun } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import { Paragraphs } from './Whole';

/** What a link shows after it has expired: what the author has answered, to be read. */
export function Closed({ answers: { form, save } }: { answers: Answers }) {
  const words = useWords();
  const { sentences, text, score, scores, dimensions, comment } = form;
  const lost = save.kind === 'saved' ? 0 : 'count' in save ? save.count : 1;
  const rated = [...dimensions.map((name) => [words.dimensions[name], scores[name]]), [words.overall, score]] as const;
  const ratings = rated.filter((each): each is [string, number] => typeof each[1] === 'number');
  const isAnswered = isBegun(form);
  const answerWords = { true: words.yes, false: words.no, null: words.noAnswer };
  return (
    <Frame>
      <h1>{words.expired(momentIn(words, form.closes_at))}</h1>
      {lost > 0 && <p className={classes.missing}>{words.late(lost)}</p>}
      {isAnswered && lost === 0 && (
        <>
          <p className={classes.lead}>{words.savedAnswers}</p>
          {text && (
            <div className={classes.whole} lang={form.language || undefined}>
              <Paragraphs text={text} />
            </div>
          )}
          {sentences.length > 0 && <Ticks sentences={sentences} />}
          <ol className={classes.given} lang={form.language || undefined}>
            {sentences.map(({ id, text, answer }) => (
              <li key={id}>
                <b data-said={`${answer}`} lang={document.documentElement.lang}>
                  {answerWords[`${answer}`]}
                </b>
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ol>
          {ratings.length > 0 && (
            <>
              <h2>{words.yourRatings}</h2>
              <dl className={classes.ratings}>
                {ratings.map(([what, value]) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>
                      <b className="num">{value}</b> {words.scale[value as keyof typeof words.scale]}
                    </dd>
                  </div>
                ))}
              </dl>
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
