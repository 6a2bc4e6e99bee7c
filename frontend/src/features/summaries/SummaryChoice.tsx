import { NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import type { Defaults, Run } from '@/api/types';
import { type BudgetKey, budgets, firstValues } from './budget';
import classes from './Summaries.module.css';

interface SummaryChoiceProps {
  runs: Run[];
  run: Run;
  budget: BudgetKey;
  value: number;
  defaults: Defaults;
  onChange: (changes: Record<string, string>) => void;
}

/** Which run is summarized, and how long the summary may be. */
export function SummaryChoice({ runs, run, budget, value, defaults, onChange }: SummaryChoiceProps) {
  const { label, min, max, step } = budgets[budget];
  return (
    <div className={classes.budget}>
      <NativeSelect
        label="Run"
        value={String(run.id)}
        onChange={(event) => onChange({ run: event.currentTarget.value })}
        data={runs.map((each) => ({
          value: String(each.id),
          label: `${each.pair_title}, run ${each.number}`,
        }))}
      />
      <SegmentedControl
        aria-label="Limit by"
        value={budget}
        onChange={(to) => onChange({ [to]: String(firstValues(defaults)[to as BudgetKey]) })}
        data={Object.entries(budgets).map(([name, each]) => ({ value: name, label: each.label }))}
      />
      <NumberInput
        label={label}
        w={96}
        min={min}
        max={max(defaults)}
        step={step}
        value={value}
        onChange={(to) => Number(to) > 0 && onChange({ [budget]: String(to) })}
      />
    </div>
  );
}
