import { BulkProgress } from '@/features/aligning/bulk/BulkProgress';
import { RunsPage } from '@/features/aligning/runs/RunsPage';

/** The list of runs, with the bulk alignments that start them. */
export function RunsPlace() {
  return <RunsPage BulkProgress={BulkProgress} />;
}
