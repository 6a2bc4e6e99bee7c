import type { QueueSlot } from '@/api/queue';
import { count, plural } from '@/lib/format';

/** "A new version came: 2 of 43 rows are to be looked at again." */
export function newerOf(slot: QueueSlot): string {
  const left = (slot.n_rows ?? 0) - (slot.review?.reviewed_count ?? 0);
  return `A new version came: ${count(left)} of ${plural(slot.n_rows ?? 0, 'row')} to look at.`;
}
