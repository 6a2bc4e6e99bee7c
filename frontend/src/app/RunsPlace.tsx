import { BulkProgress } from '@/features/bulk/BulkProgress';
import { RunsPage } from '@/features/runs/RunsPage';

/** The list of runs, with the bulk alignments that start them. */
export function RunsPlace() {
  return <RunsPage BulkProgress={BulkProgress} />;
}
