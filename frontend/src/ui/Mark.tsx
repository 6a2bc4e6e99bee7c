import classes from './Wordmark.module.css';

export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className={classes.mark}>
      <path
        d="M2.5 9.2 16.8 3.2M10 6.4V15M6.2 16.6h7.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The mark with the name, where there is nowhere to go. */
export function PlainWordmark({ size = 20 }: { size?: number }) {
  return (
    <span className={classes.wordmark}>
      <Mark size={size} />
      Lectern
    </span>
  );
}
