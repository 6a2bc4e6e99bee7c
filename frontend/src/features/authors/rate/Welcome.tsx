import type { RateForm } from '@/api/types';
import { Frame } from './Frame';
import { momentIn, useWords } from './language';
import { goOnAt, isBegun, minutesFor, tally } from './model';
import classes from './Rate.module.css';
import type { Go } from './usePlace';

interface WelcomeProps {
  form: RateForm;
  /** What the author has read here is what they agree to. */
  onAgree: () => void;
  onDecline: () => void;
  go: Go;
}

/** What the author is asked for and what happens with the answers, before the first question. */
export function Welcome({ form, onAgree, onDecline, go }: WelcomeProps) {
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
  const facts = [
    [words.talk, form.talk_title],
    ...(text
      ? []
      : [
          [words.first, words.firstAsked(sentences.length)],
          [words.afterwards, words.afterwardsAsked],
        ]),
    ...(finished ? [] : [[words.time, begun ? words.timeLeft(minutes) : words.timeNeeded(Math.max(1, minutes))]]),
    [words.expires, momentIn(words, form.closes_at)],
  ];
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
          <button type="button" className={classes.quiet} onClick={onDecline}>
            {begun ? words.withdraw : words.decline}
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
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.consent} lang={form.consent.language} dir="auto">
        {form.consent.text}
      </p>
    </Frame>
  );
}
