import { useCopy } from '@/lib/useCopy';
import { Frame } from '../rate/Frame';
import { useWords } from '../rate/language';
import styles from '../rate/Rate.module.css';
import classes from './Start.module.css';
import type { Ratings } from './useRatings';

/** Thanks for what has arrived, with the code. Until then, it says where the ratings are. */
export function Done({ ratings: { view, save } }: { ratings: Ratings }) {
  const words = useWords();
  const { done } = words.rater;
  const sets = (view.samples.at(-1)?.set ?? 0) + 1;
  const hasArrived = save.kind === 'saved' && view.finished_at !== null;
  return (
    <Frame save={save}>
      <h1>{hasArrived ? done(sets) : words.notSent}</h1>
      {hasArrived ? (
        <Code code={view.code} />
      ) : (
        <p className={styles.note}>{save.kind === 'kept' && save.stored ? words.keptHere : words.keepOpen}</p>
      )}
    </Frame>
  );
}

/** Shown to who pays. */
export function Code({ code }: { code: string }) {
  const { code: label, copy: verb, copied } = useWords().rater;
  const { state, copy } = useCopy();
  if (!code) return null;
  return (
    <p className={classes.code}>
      <span>{label}</span>
      <b translate="no">{code}</b>
      <button type="button" onClick={() => void copy(code)}>
        <span aria-live="polite">{state === 'copied' ? copied : verb}</span>
      </button>
    </p>
  );
}
