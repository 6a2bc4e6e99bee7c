import { ApiError } from '@/api/client';
import { useWords } from './language';
import classes from './Rate.module.css';

/** What went wrong, in the server's words, and another try. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords();
  const message = error instanceof ApiError && !error.transient ? error.message : words.noServer;
  return (
    <div role="alert">
      <p className={classes.missing}>{message}</p>
      <button type="button" className={classes.plain} onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}
