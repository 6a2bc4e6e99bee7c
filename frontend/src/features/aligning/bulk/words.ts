import type { BulkAlignment } from '@/api/types';
import { count, plural } from '@/lib/format';

/** "9,812 pairs" */
export function pairsOf({ n_pairs }: BulkAlignment): string {
  return plural(n_pairs, 'pair');
}

/** "Cancelled: 204 of 9,812 pairs aligned, 12 skipped, 3 failed." What is not there is not said. */
export function outcome(bulk: BulkAlignment): string {
  const { state, n_succeeded, n_skipped, n_failed, n_cancelled, n_refused } = bulk;
  const first = { queued: '', running: '', finished: 'Done: ', cancelled: 'Cancelled: ', failed: 'Failed: ' }[state];
  const parts = [
    `${count(n_succeeded)} of ${pairsOf(bulk)} aligned`,
    n_skipped > 0 && `${count(n_skipped)} skipped`,
    n_failed > 0 && `${count(n_failed)} failed`,
    state !== 'cancelled' && n_cancelled > 0 && `${count(n_cancelled)} cancelled`,
    n_refused > 0 && `${count(n_refused)} cannot be aligned`,
  ];
  return `${first}${parts.filter(Boolean).join(', ')}.`;
}
