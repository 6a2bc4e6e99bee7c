import { useState } from 'react';
import { Frame } from '../rate/Frame';
import { useWords } from '../rate/language';
import styles from '../rate/Rate.module.css';
import type { Go } from '../rate/usePlace';
import type { RaterView } from './source';

interface DecliningProps {
  view: RaterView;
  takePart: (takesPart: boolean) => Promise<void>;
  go: Go;
}

/** Where the link to decline leads: one press, as programs that look at links in e-mail open it, too. Then the way back. */
export function Declining({ view, takePart, go }: DecliningProps) {
  const words = useWords();
  const [isSaying, setSaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const hasDeclined = view.declined_at !== null;
  const say = async (takesPart: boolean) => {
    setSaying(true);
    setFailed(false);
    try {
      await takePart(takesPart);
      if (takesPart) go(null);
    } catch {
      setFailed(true);
    } finally {
      setSaying(false);
    }
  };
  const { declineAsk, declineWhy, declinedWhy, withdrawnWhy, back } = words.rater;
  return (
    <Frame
      foot={
        <>
          {hasFailed && (
            <p className={styles.missing} role="alert">
              {words.noServer}
            </p>
          )}
          {!hasDeclined && (
            <button type="button" className={styles.main} disabled={isSaying} onClick={() => void say(false)}>
              {words.decline}
            </button>
          )}
          <button
            type="button"
            className={hasDeclined ? styles.plain : styles.quiet}
            disabled={isSaying}
            onClick={() => (hasDeclined ? void say(true) : go(null))}
          >
            {hasDeclined ? words.takePart : back}
          </button>
        </>
      }
    >
      {!hasDeclined && (
        <p className="muted" dir="auto">
          {view.name}
        </p>
      )}
      <h1>{hasDeclined ? words.declined : declineAsk}</h1>
      <p className={styles.lead}>{!hasDeclined ? declineWhy : view.begun_at ? withdrawnWhy : declinedWhy}</p>
    </Frame>
  );
}
