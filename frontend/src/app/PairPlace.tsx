import { PairPage } from '@/features/pairs/PairPage';
import { RunsTable } from '@/features/runs/RunsTable';
import { StartRun } from '@/features/runs/StartRun';
import { PairAuthorLinks } from '@/features/summaries/PairAuthorLinks';

/** The page of a pair, put together from three features. */
export function PairPlace() {
  return <PairPage StartRun={StartRun} RunsTable={RunsTable} AuthorLinks={PairAuthorLinks} />;
}
