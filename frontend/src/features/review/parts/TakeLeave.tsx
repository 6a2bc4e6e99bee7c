import type { Proposal } from '../model/realign';
import { settle } from '../session/realigning';
import { useReviewSession } from './context';
import styles from './labels.module.css';

/** In the place of the labels, on a row that a proposal would change. */
export function TakeLeave({ proposal }: { proposal: Proposal }) {
  const session = useReviewSession();
  return (
    <div className={styles.take} role="gridcell" data-own="true">
      <button type="button" tabIndex={-1} onClick={() => settle(session, proposal, true)}>
        Take
      </button>
      <button type="button" tabIndex={-1} data-quiet="true" onClick={() => settle(session, proposal, false)}>
        Leave
      </button>
    </div>
  );
}
