import { IconBook2, IconChevronLeft } from '@tabler/icons-react';
import { Frame } from './Frame';
import { useWords } from './language';
import classes from './Rate.module.css';
import type { Answers } from './useAnswers';
import type { Go } from './usePlace';
import { useSettled } from './useSettled';

/** The summary, or another text, as it will be rated: read as a whole before the rating. */
export function Whole({ answers, go }: { answers: Answers; go: Go }) {
  const words = useWords();
  const { form, save } = answers;
  const { sentences, text } = form;
  const isSettled = useSettled('summary');
  return (
    <Frame
      save={save}
      foot={
        <>
          <button
            type="button"
            className={classes.main}
            aria-disabled={!isSettled || undefined}
            onClick={() => isSettled && go('rating')}
          >
            {text ? words.toRatingOfText : words.toRating}
          </button>
          <div className={classes.under}>
            <button type="button" onClick={() => go(null, { back: true })}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
              {words.back}
            </button>
            <button type="button" onClick={() => go('summary', { paper: true })}>
              <IconBook2 size={16} stroke={1.75} aria-hidden="true" />
              {text ? words.readPaper : words.showInPaper}
            </button>
          </div>
        </>
      }
    >
      <h1 dir="auto">{text ? form.talk_title : words.summary}</h1>
      <p className={classes.fine}>{text ? words.textLead : words.summaryLead}</p>
      <div className={classes.whole} lang={form.language || undefined}>
        <Paragraphs text={text} />
        {sentences.map((sentence, index) => (
          <div key={sentence.id}>
            {sentence.section !== sentences[index - 1]?.section && sentence.section && (
              <h2 dir="auto">{sentence.section}</h2>
            )}
            <p dir="auto">{sentence.text}</p>
          </div>
        ))}
      </div>
    </Frame>
  );
}

/** A text that is rated as a whole, cut at its empty lines. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph, index) => (
      <p key={index} dir="auto">
        {paragraph}
      </p>
    ));
}
