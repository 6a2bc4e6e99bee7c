import type { Queue, QueueSlot } from '@/api/queue';
import { ConfidenceMark } from '@/ui/Confidence';
import classes from './Queue.module.css';

type Place = NonNullable<Queue['stopped_at']>;

/** The row to go on with, below the one before it; to be read only. */
export function StoppedAt({ place, pair }: { place: Place; pair: QueueSlot['pair'] }) {
  return (
    <ol className={classes.stopped} aria-label="Where you stopped">
      {place.rows.map(({ number, source, target, confidence }) => (
        <li key={number} aria-current={number === place.number || undefined}>
          <span className="num muted">{number}</span>
          <Texts texts={source} language={pair.source_language} />
          <span className={classes.mark} aria-hidden="true">
            <ConfidenceMark value={confidence} />
          </span>
          <Texts texts={target} language={pair.target_language} />
        </li>
      ))}
    </ol>
  );
}

function Texts({ texts, language }: { texts: readonly string[]; language: string }) {
  if (texts.length === 0) return <span className={classes.empty} title="Nothing on this side" />;
  return (
    <span className={classes.texts} lang={language || undefined} dir="auto" data-many={texts.length > 1 || undefined}>
      {texts.map((text, index) => (
        <span key={index}>{text}</span>
      ))}
    </span>
  );
}
