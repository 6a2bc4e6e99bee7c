import { level, levelWords } from '@/lib/confidence';
import { probability } from '@/lib/format';
import classes from './Confidence.module.css';

/** A disc filled by level and the number beside it: never colour alone. */
export function Confidence({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.unknown}>–</span>;
  const band = level(value);
  return (
    <span className={`${classes.confidence} ${classes[band]}`} title={`${levelWords[band]}, ${probability(value)}`}>
      <Ball band={band} />
      {probability(value)}
      <span className="vh">, {levelWords[band]}</span>
    </span>
  );
}

const wedges = {
  sure: null,
  likely: 'M6 6V1.2A4.8 4.8 0 1 1 1.2 6Z',
  doubt: 'M6 1.2A4.8 4.8 0 0 1 6 10.8Z',
  weak: 'M6 6V1.2A4.8 4.8 0 0 1 10.8 6Z',
};

function Ball({ band }: { band: keyof typeof wedges }) {
  const wedge = wedges[band];
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="4.8" fill={wedge ? 'none' : 'currentColor'} stroke="currentColor" strokeWidth="1.4" />
      {wedge && <path d={wedge} fill="currentColor" />}
    </svg>
  );
}
