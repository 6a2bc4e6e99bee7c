import { initials, percent } from '@/lib/format';
import classes from './Assignments.module.css';
import type { BoardSlot } from './requests';

const round = 2 * Math.PI * 10.5;

/** How a slot reads: "Wen Li, 28 %", "free". */
export function slotWords({ annotator, state, n_rows, n_reviewed, is_former, left_by }: BoardSlot): string {
  if (!annotator) return left_by ? `free, begun by ${left_by.name}, who left` : 'free';
  const name = is_former ? `${annotator.name}, former member` : annotator.name;
  if (state === 'submitted') return `${name}, submitted`;
  const share = percent(n_rows ? n_reviewed / n_rows : 0);
  return `${name}, ${state === 'returned' ? 'returned' : share}`;
}

/** A slot: a ring for the share that is done, a disc once it is submitted, a dashed plus while nobody has it. */
export function SlotMark({ slot }: { slot: BoardSlot }) {
  const { annotator, state, n_rows, n_reviewed } = slot;
  const words = slotWords(slot);
  if (!annotator) {
    return <span className={`${classes.slot} ${classes.vacant}`} role="img" aria-label={words} title={words} />;
  }
  const isReturned = state === 'returned';
  const share = isReturned ? 1 : n_rows ? n_reviewed / n_rows : 0;
  return (
    <span
      className={`${classes.slot} ${state === 'submitted' ? classes.done : ''} ${isReturned ? classes.sentBack : ''}`}
      role="img"
      aria-label={words}
      title={words}
    >
      {state !== 'submitted' && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10.5" fill="none" stroke="var(--rule-2)" strokeWidth="1.5" />
          <circle
            cx="12"
            cy="12"
            r="10.5"
            fill="none"
            stroke={isReturned ? 'var(--doubt)' : 'var(--ink-2)'}
            strokeWidth="2.5"
            strokeDasharray={`${share * round} ${round}`}
            transform="rotate(-90 12 12)"
          />
        </svg>
      )}
      <b data-former={slot.is_former || undefined} data-initials={initials(annotator.name)} />
    </span>
  );
}
