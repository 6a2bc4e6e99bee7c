import type { DocumentUnit } from '@/api/types';
import { clock, plural } from '@/lib/format';
import { Underlined } from '@/ui/large/Underlined';
import classes from './Timeline.module.css';
import type { SharedWords } from './wordsSaid';

interface SaidProps {
  /** Those with times. */
  said: readonly DocumentUnit[];
  /** Whether the transcript has times at all. */
  hasTimes: boolean;
  position: number;
  language: string;
  /** Of a sentence: its words that the page has too. */
  shared: SharedWords;
  onSeek: (seconds: number) => void;
}

const always = () => true;

/** Before and after where one is, so many sentences are shown. */
const around = 60;

/** What was said while a page was shown, with the words underlined that the page has too. Where a sentence begins is where one may want to cut. */
export function Said({ said, hasTimes, position, language, shared, onSeek }: SaidProps) {
  if (said.length === 0) {
    return <p className="soft">{hasTimes ? 'Nothing was said here.' : 'The transcript has no times.'}</p>;
  }
  const here = said.findLastIndex(({ start_seconds }) => (start_seconds ?? 0) <= position);
  const from = Math.max(0, here - around);
  const shown = said.slice(from, Math.max(0, here) + around);
  const left = said.length - from - shown.length;
  return (
    <section aria-label="Said">
      {from > 0 && <p className="soft">{plural(from, 'sentence')} before</p>}
      <ol className={classes.said}>
        {shown.map(({ position: at, text, start_seconds }, index) => (
          <li key={at}>
            <button
              type="button"
              aria-current={from + index === here || undefined}
              onClick={() => onSeek(start_seconds ?? 0)}
            >
              <time>{clock(start_seconds ?? 0)}</time>
              <span lang={language || undefined} dir="auto">
                <Underlined text={text} words={shared(text)} isShared={always} isActive={() => from + index === here} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {left > 0 && <p className="soft">{plural(left, 'sentence')} after</p>}
    </section>
  );
}
