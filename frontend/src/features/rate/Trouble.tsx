import classes from './Rate.module.css';

/** What went wrong, in the server's words, and another try. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className={classes.missing}>{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className={classes.plain} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
