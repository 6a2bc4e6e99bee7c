import { Chips } from '@/ui/Chips';
import styles from './Ratings.module.css';
import type { InvitationState } from './requests';
import { states } from './states';

interface StateChipsProps {
  /** How many authors are in each state. */
  counts: Record<string, number>;
  n: number;
  state: InvitationState | undefined;
  onChoose: (state: string) => void;
}

/** The states in which there are authors, to show those alone. */
export function StateChips({ counts, n, state, onChoose }: StateChipsProps) {
  const options = Object.entries(states)
    .filter(([value]) => (counts[value] ?? 0) > 0 || value === state)
    .map(([value, { label }]) => ({
      value,
      label,
      n: counts[value],
      isWarning: value === 'bounced' || value === 'expired',
    }));
  return (
    <div className={styles.chips}>
      <Chips
        label="State"
        options={[{ value: '', label: 'All', n }, ...options]}
        chosen={state ?? ''}
        onChoose={onChoose}
      />
    </div>
  );
}
