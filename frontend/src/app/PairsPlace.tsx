import { BulkProgress } from '@/features/aligning/bulk/BulkProgress';
import { PairsPage } from '@/features/corpus/pairs/PairsPage';

/** The list of pairs, with what is being done to many of them. */
export function PairsPlace() {
  return <PairsPage BulkProgress={BulkProgress} />;
}
