import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeckPage } from '@/api/decks';
import { sliceCodePoints } from '@/lib/codePoints';
import { perHundred, plural } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import classes from './Generated.module.css';
import { Marked } from './Marked';
import { directions, sharedMeans } from './model';
import type { GeneratedText, GenerationRun } from './requests';

interface SlideSidesProps {
  run: GenerationRun;
  text: GeneratedText;
  page: DeckPage | undefined;
  language: string;
  human: number | undefined;
  actions: ReactNode;
}

/** What a text was made from, what it is compared with, and the text itself. */
export function SlideSides({ run, text, page, language, human, actions }: SlideSidesProps) {
  const words = directions[run.direction];
  const isSlide = run.direction === 'slide_to_script';
  return (
    <div className={classes.sides}>
      <section className={classes.given} aria-label="Given">
        <h2>
          Given <small>slide {text.page}</small>
        </h2>
        {isSlide ? (
          <PagePicture
            number={text.page}
            picture={page?.picture ?? null}
            size={[page?.width ?? 16, page?.height ?? 9]}
            text={text.material}
            language={language}
          />
        ) : (
          <p className={classes.material} lang={language || undefined} dir="auto">
            {text.material}
          </p>
        )}
        {text.paper.length > 0 && (
          <>
            <h3>Sentences of the paper</h3>
            <ul className={classes.paper}>
              {text.paper.map((sentence, at) => (
                <li key={at}>{sentence}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section aria-label={words.reference}>
        <h2>{words.reference}</h2>
        <Marked text={text.reference} other={text.text ?? ''} language={language} />
        <p className={classes.caption}>{sharedMeans}</p>
      </section>
      <section aria-label="Generated">
        <h2>
          Generated <small>{run.name}</small>
          <span className={classes.figures}>
            R-1 {perHundred(text.rouge_1)} R-2 {perHundred(text.rouge_2)} R-L {perHundred(text.rouge_l)}
            {human !== undefined && ` Human ${human.toFixed(2)}`}
          </span>
        </h2>
        {text.text === null ? (
          <p className="soft">{text.problem ? `No text: ${text.problem}.` : 'No text for this slide.'}</p>
        ) : (
          <Marked text={text.text} other={text.reference} unsupported={text.unsupported} language={language} />
        )}
        {text.is_cut_off && (
          <p className={classes.warning}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            Cut off: the endpoint lets no answer be longer.
          </p>
        )}
        <Unsupported text={text} />
        {actions}
      </section>
    </div>
  );
}

function Unsupported({ text: { text, unsupported } }: { text: GeneratedText }) {
  if (text === null || unsupported.length === 0) return null;
  const named = unsupported.map(([start = 0, end = 0]) => sliceCodePoints(text, start, end));
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {plural(named.length, 'number or name', 'numbers or names')} in none of the sources: {named.join(', ')}
    </p>
  );
}
