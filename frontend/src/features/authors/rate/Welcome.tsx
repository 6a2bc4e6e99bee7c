import type { RateForm } from '@/api/types';
import { Frame } from './Frame';
import { dayIn, useWords } from './language';
import { goOnAt, isBegun, minutesFor, tally } from './model';
import classes from './Rate.module.css';
import type { Go } from './usePlace';

interface WelcomeProps {
  form: RateForm;
  /** What the author has read here is what they agree to. */
  onAgree: () => void;
  go: Go;
}

/** What the author is asked for and what happens with the answers, before the first question. */
export function Welcome({ form, onAgree, go }: WelcomeProps) {
  const words = useWords();
  const { sentences, text } = form;
  const { open } = tally(sentences);
  const begun = isBegun(form);
  const finished = form.finished_at !== null;
  const agreed = form.consented_at !== null;
  const [before, after] = text ? words.chosenText() : words.chosen(sentences.length);
  const minutes = minutesFor(begun ? open : sentences.length);
  const start = () => {
    if (!agreed) onAgree();
    go(finished ? 'thanks' : text ? 'summary' : goOnAt(sentences));
  };
  const agreeing = begun ? words.agreeAndContinue : words.agree;
  return (
    <Frame
      foot={
        <>
          <button type="button" className={classes.main} onClick={start}>
            {agreed ? (finished ? words.seeAnswers : words.goOn) : agreeing}
          </button>
          <button type="button" className={classes.quiet} onClick={() => go(null, { paper: true })}>
            {begun ? words.readPaper : words.readPaperFirst}
          </button>
        </>
      }
    >
      <h1>{text ? words.welcomeToText : words.welcome}</h1>
      <p className={classes.lead}>
        {before}
        <cite dir="auto">{form.paper_title}</cite>
        {after}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{words.talk}</dt>
          <dd dir="auto">{form.talk_title}</dd>
        </div>
        {!text && (
          <>
            <div>
              <dt>{words.first}</dt>
              <dd>{words.firstAsked(sentences.length)}</dd>
            </div>
            <div>
              <dt>{words.afterwards}</dt>
              <dd>{words.afterwardsAsked}</dd>
            </div>
          </>
        )}
        {!finished && (
          <div>
            <dt>{words.time}</dt>
            <dd>{begun ? words.timeLeft(minutes) : words.timeNeeded(Math.max(1, minutes))}</dd>
          </div>
        )}
        <div>
          <dt>{words.expires}</dt>
          <dd className="num">{dayIn(words, form.closes_at)}</dd>
        </div>
      </dl>
      <p className={classes.fine} lang={form.consent.language} dir="auto">
        {form.consent.text}
      </p>
    </Frame>
  );
}
