import { Chips } from '@/ui/Chips';
import type { Filter } from './model';
import classes from './Timeline.module.css';

const labels: Readonly<Record<Filter, string>> = {
  all: 'All',
  doubtful: 'Doubtful',
  none: 'No slide',
  again: 'Again',
  steps: 'Steps',
};

interface StretchFiltersProps {
  shown: Readonly<Record<Filter, readonly number[]>>;
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

/** Which stretches the list shows. */
export function StretchFilters({ shown, chosen, onChoose }: StretchFiltersProps) {
  return (
    <div className={classes.filters}>
      <Chips
        label="Stretches shown"
        options={Object.entries(labels)
          .filter(([value]) => value !== 'steps' || shown.steps.length > 0)
          .map(([value, label]) => ({
            value,
            label,
            n: shown[value as Filter].length,
            isWarning: value === 'doubtful',
          }))}
        chosen={chosen}
        onChoose={(value) => onChoose(value as Filter)}
      />
    </div>
  );
}
