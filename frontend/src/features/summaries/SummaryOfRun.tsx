import { useSearchParams } from 'react-router';
import type { Defaults, Run } from '@/api/types';
import { budgetIn, firstValues, withChanges } from './budget';
import { SummaryChoice } from './SummaryChoice';
import { SummaryList } from './SummaryList';

interface SummaryOfRunProps {
  runs: Run[];
  run: Run;
  defaults: Defaults;
}

/** The summary of a run within a budget. Run and budget are in the URL. */
export function SummaryOfRun({ runs, run, defaults }: SummaryOfRunProps) {
  const [params, setParams] = useSearchParams();
  const { key, value, budget } = budgetIn(params, firstValues(defaults));
  const set = (changes: Record<string, string>) =>
    setParams((before) => withChanges(before, changes), { replace: true, preventScrollReset: true });
  return (
    <>
      <SummaryChoice runs={runs} run={run} budget={key} value={value} defaults={defaults} onChange={set} />
      <SummaryList run={run.id} budget={budget} />
    </>
  );
}
