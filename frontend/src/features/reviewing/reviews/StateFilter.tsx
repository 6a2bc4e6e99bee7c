import { SegmentedControl } from '@mantine/core';
import type { ReviewState } from '@/api/types';

const states: { value: ReviewState | ''; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'open', label: 'In review' },
  { value: 'submitted', label: 'Submitted' },
  { value: 'returned', label: 'Returned' },
];

/** The state that an address names; anything else is no filter. */
export function stateOf(given: string | null): ReviewState | undefined {
  return states.find(({ value }) => value !== '' && value === given)?.value || undefined;
}

interface StateFilterProps {
  state: ReviewState | undefined;
  onChange: (state: string) => void;
}

export function StateFilter({ state, onChange }: StateFilterProps) {
  return <SegmentedControl aria-label="In state" value={state ?? ''} onChange={onChange} data={states} />;
}
