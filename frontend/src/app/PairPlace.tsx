import { RunsTable } from '@/features/aligning/runs/RunsTable';
import { StartRun } from '@/features/aligning/runs/StartRun';
import { PairAuthorLinks } from '@/features/authors/links/AuthorLinks';
import { PairPage } from '@/features/corpus/pairs/PairPage';

/** The page of a pair, put together from three features. */
export function PairPlace() {
  return <PairPage StartRun={StartRun} RunsTable={RunsTable} AuthorLinks={PairAuthorLinks} />;
}
