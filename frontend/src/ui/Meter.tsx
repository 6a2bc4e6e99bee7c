import { percent } from '@/lib/format';
import classes from './Meter.module.css';

/** A share from 0 to 1 as a bar with its number. */
export function Meter({ value, label, text }: { value: number; label: string; text?: string }) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <span className={classes.meter}>
      <span
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes.text}>{text ?? percent(share)}</span>
    </span>
  );
}
