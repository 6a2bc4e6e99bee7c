import { IconBook2, IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { Frame } from './Frame';
import { useWords } from './language';
import { minutesFor, tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';
import { useSettled } from './useSettled';

/** One sentence, one question. An answer goes to the next sentence; so does skipping, which leaves the answer as it was. */
export function Sentence({ answers, index, go }: { answers: Answers; index: number; go: Go }) {
  const words = useWords();
  const { form, save, say } = answers;
  const { sentences } = form;
  const sentence = sentences[index];
  const { open } = tally(sentences);
  const quote = useRef<HTMLQuoteElement>(null);
  useEffect(() => quote.current?.focus(), []);

  const isSettled = useSettled(index);
  const onward = () => go(index + 1 < sentences.length ? String(index + 2) : 'summary');
  const back = () => go(index === 0 ? null : String(index));
  const choose = (answer: boolean) => {
    if (!sentence || !isSettled) return;
    say({ answers: { [sentence.id]: answer } });
    onward();
  };
  usePageKeys(keys, { yes: () => choose(true), no: () => choose(false), next: onward, previous: back });
  if (!sentence) return null;
  return (
    <Frame
      save={save}
      middle
      head={
        <>
          <h1 className="vh">{words.sentences}</h1>
          <p className={classes.progress}>
            <b className="num">{index + 1}</b> {words.of(sentences.length)}
            <span>{open === 0 ? words.almostDone : words.timeLeft(minutesFor(open))}</span>
          </p>
          <Ticks sentences={sentences} current={index} />
        </>
      }
      foot={
        <>
          <YesNo answer={sentence.answer} isSettled={isSettled} onAnswer={choose} />
          <div className={classes.under}>
            <button type="button" onClick={back}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
              {words.back}
            </button>
            <button type="button" onClick={onward}>
              {sentence.answer === null ? words.skip : words.next}
            </button>
          </div>
        </>
      }
    >
      {sentence.section && (
        <p className={classes.where} dir="auto">
          {sentence.section}
        </p>
      )}
      <blockquote
        ref={quote}
        tabIndex={-1}
        className={classes.quote}
        lang={form.language || undefined}
        dir="auto"
        aria-label={words.sentenceOf(index + 1, sentences.length)}
      >
        {sentence.before && <span className={classes.before}>{sentence.before} </span>}
        {sentence.text}
      </blockquote>
      <button type="button" className={classes.see} onClick={() => go(String(index + 1), { paper: true })}>
        <IconBook2 size={16} stroke={1.75} aria-hidden="true" />
        <span>{words.showInPaper}</span>
      </button>
    </Frame>
  );
}

interface YesNoProps {
  answer: boolean | null;
  isSettled: boolean;
  onAnswer: (answer: boolean) => void;
}

/** The question about a sentence, with its two answers. */
function YesNo({ answer, isSettled, onAnswer }: YesNoProps) {
  const words = useWords();
  return (
    <>
      <p className={classes.ask} id="question">
        {words.question}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that act at once are no fieldset */}
      <div className={classes.pair} role="group" aria-labelledby="question" aria-disabled={!isSettled || undefined}>
        <button
          type="button"
          aria-pressed={answer === true}
          onClick={() => onAnswer(true)}
          aria-keyshortcuts={keys.yes[0]}
        >
          {words.yes}
        </button>
        <button
          type="button"
          aria-pressed={answer === false}
          onClick={() => onAnswer(false)}
          aria-keyshortcuts={keys.no[0]}
        >
          {words.no}
        </button>
      </div>
    </>
  );
}

/** The keys of a sentence. */
export const keys = {
  yes: ['y'],
  no: ['n'],
  next: ['s', 'ArrowRight'],
  previous: ['ArrowLeft'],
} satisfies PageKeys;
