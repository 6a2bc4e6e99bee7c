import { type ReactNode, useState } from 'react';
import { ApiError } from '@/api/client';
import { Frame } from '../rate/Frame';
import { momentIn, useWords } from '../rate/language';
import styles from '../rate/Rate.module.css';
import type { Go } from '../rate/usePlace';
import { Code } from './Done';
import { HeadphoneCheck } from './HeadphoneCheck';
import { goOnAt } from './model';
import classes from './Start.module.css';
import type { Headphones, Source } from './source';
import type { Ratings } from './useRatings';

interface StartProps {
  source: Source;
  ratings: Ratings;
  go: Go;
}

/** What a rater is asked for and what is kept, before the first sample; or that the task has closed. */
export function Start({ source, ratings, go }: StartProps) {
  const words = useWords();
  const { view, save } = ratings;
  const [headphones, setHeadphones] = useState<Headphones>(view.headphones);
  const { isBeginning, why, begin } = useBegin(ratings, headphones, go);
  if (!view.open) {
    const lost = 'count' in save ? save.count : 0;
    return (
      <Frame>
        <h1>{words.rater.closed(momentIn(words, view.closes_at))}</h1>
        {lost > 0 && <p className={styles.missing}>{words.late(lost)}</p>}
        <p className={styles.lead}>{view.begun_at ? words.rater.closedSaved : words.rater.closedNone}</p>
        <Code code={view.code} />
      </Frame>
    );
  }
  const { samples, medium, begun_at, n_sets } = view;
  const isSound = medium === 'sound';
  const sets = samples.length > 0 ? (samples.at(-1)?.set ?? 0) + 1 : n_sets;
  const mayBegin = !isSound || begun_at !== null || headphones !== '';
  const { hearAll, hearAllWhy, readAll, readAllWhy } = words.rater;
  return (
    <Frame
      foot={
        <>
          {why && (
            <p className={styles.missing} role="alert">
              {why}
            </p>
          )}
          <button
            type="button"
            className={mayBegin ? styles.main : classes.waiting}
            disabled={!mayBegin || isBeginning}
            onClick={begin}
          >
            {begun_at ? words.rater.goOn : words.rater.start}
          </button>
          {ratings.takePart && (
            <button type="button" className={styles.quiet} onClick={() => go('decline')}>
              {words.decline}
            </button>
          )}
        </>
      }
    >
      {source.isTrial && <p className={classes.trial}>{words.rater.trial}</p>}
      <p className="muted">{words.rater.about(view.minutes)}</p>
      <h1 dir="auto">{view.name}</h1>
      <p className={styles.lead}>{words.rater.lead(sets)}</p>
      {view.instructions && (
        <p className={classes.instructions} dir="auto">
          {view.instructions}
        </p>
      )}
      <ol className={classes.steps}>
        {isSound && begun_at === null && (
          <Step title={words.rater.headphones} why={words.rater.headphonesWhy}>
            <HeadphoneCheck passed={headphones} onPassed={setHeadphones} />
          </Step>
        )}
        <Step title={isSound ? hearAll : readAll} why={isSound ? hearAllWhy : readAllWhy} />
        <Step title={words.rater.stop} why={words.rater.stopWhy(momentIn(words, view.closes_at))} />
      </ol>
      <p className={styles.consent} lang={view.consent.language} dir="auto">
        {view.consent.text}
      </p>
      <p className={styles.fine}>{words.rater.kept}</p>
    </Frame>
  );
}

/** Begins once, then goes to the first sample that is not rated. */
function useBegin({ view, begin }: Ratings, headphones: Headphones, go: Go) {
  const words = useWords();
  const [isBeginning, setBeginning] = useState(false);
  const [why, setWhy] = useState('');
  const start = async () => {
    if (view.begun_at) {
      go(String(goOnAt(view)));
      return;
    }
    setBeginning(true);
    setWhy('');
    try {
      await begin(headphones);
      go('1');
    } catch (error) {
      const isKnown = error instanceof ApiError && !error.transient;
      if (!isKnown) setWhy(words.noServer);
      else setWhy(error.code === 'enough' ? words.rater.enough : error.message);
    } finally {
      setBeginning(false);
    }
  };
  return { isBeginning, why, begin: () => void start() };
}

function Step({ title, why, children }: { title: string; why: string; children?: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{why}</p>
      {children}
    </li>
  );
}
