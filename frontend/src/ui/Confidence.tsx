import { type Level, level, levelWords } from '@/lib/confidence';
import { probability } from '@/lib/format';
import classes from './Confidence.module.css';

/** How sure an engine is: a disc filled by level and the number beside it, never colour alone. */
export function Confidence({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.unknown}>–</span>;
  const words = levelWords[level(value)];
  return (
    <span className={classes.confidence} title={`${words}, ${probability(value)}`}>
      <ConfidenceMark value={value} />
      <span className="vh">, {words}</span>
    </span>
  );
}

/** The disc and the number, where something else says in words how sure it is. */
export function ConfidenceMark({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.unknown}>–</span>;
  return (
    <>
      <Disc level={level(value)} />
      <ConfidenceNumber value={value} />
    </>
  );
}

export function ConfidenceNumber({ value }: { value: number }) {
  return <span className={`${classes.number} ${classes[level(value)]}`}>{probability(value)}</span>;
}

const wedges: Readonly<Record<Level, string | null>> = {
  sure: null,
  likely: 'M6 6V1.5A4.5 4.5 0 1 1 1.5 6Z',
  doubt: 'M6 1.5A4.5 4.5 0 0 1 6 10.5Z',
  weak: 'M6 6V1.5A4.5 4.5 0 0 1 10.5 6Z',
};

function Disc({ level }: { level: Level }) {
  const wedge = wedges[level];
  return (
    <svg className={`${classes.disc} ${classes[level]}`} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <circle
        cx="6"
        cy="6"
        r={wedge ? 4.75 : 5.5}
        fill={wedge ? 'none' : 'currentColor'}
        stroke="currentColor"
        strokeWidth={wedge ? 1.5 : 0}
      />
      {wedge && <path d={wedge} fill="currentColor" />}
    </svg>
  );
}
