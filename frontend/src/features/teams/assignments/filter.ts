/** The filters of the board and its order; in the address of the page. */

import {
  IconArrowBackUp,
  IconCircleDashed,
  IconHandStop,
  IconPencil,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconScale,
  IconSend,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import type { Tone } from '@/ui/large/Grid';
import type { BoardCounts, BoardFilter, BoardOrder, BoardState } from './requests';

/** In the order of the chips. */
export const states: Record<BoardState, { word: string; Icon: typeof IconSend; tone?: Tone }> = {
  free: { word: 'Unassigned', Icon: IconCircleDashed },
  claimed: { word: 'Claimed', Icon: IconHandStop },
  in_review: { word: 'In review', Icon: IconPencil },
  look_again: { word: 'Look again', Icon: IconRefresh, tone: 'warm' },
  returned: { word: 'Returned', Icon: IconArrowBackUp, tone: 'warm' },
  submitted: { word: 'Submitted', Icon: IconSend },
  adjudicating: { word: 'Adjudicating', Icon: IconScale },
  gold: { word: 'Adjudicated', Icon: IconRosetteDiscountCheck, tone: 'good' },
};

/** Filters beside the search and the chips. */
export const others = ['annotator', 'language', 'event', 'split', 'overlap', 'due_before', 'error_least'] as const;
const names = ['search', 'state', 'stuck', 'soon', 'late', ...others] as const;

export type FilterName = (typeof names)[number];

const orders: readonly BoardOrder[] = ['due', 'title', 'rows', 'error', 'claim', 'priority'];

/** Chips that are a state, or one of the three warnings. */
export const chips: readonly { name: 'state' | 'stuck' | 'soon' | 'late' | ''; value: string; label: string }[] = [
  { name: '', value: '', label: 'All' },
  ...Object.entries(states).map(([value, { word }]) => ({ name: 'state' as const, value, label: word })),
  { name: 'stuck', value: 'true', label: 'Stuck' },
  { name: 'soon', value: 'true', label: 'Claim ends soon' },
  { name: 'late', value: 'true', label: 'Overdue' },
];

/** The chips that leave something, and the one that is pressed: all of them do not fit beside the rules. */
export const chipsToShow = (pressed: (typeof chips)[number] | undefined, counts: BoardCounts | undefined) =>
  chips.filter((chip) => chip.name === '' || chip === pressed || countOf(chip, counts));

/** The chip that is pressed. */
export const chipOf = (filter: BoardFilter) =>
  chips.find(({ name, value }) => name !== '' && filter[name] === value) ?? chips[0];

export function countOf(chip: (typeof chips)[number], counts: BoardCounts | undefined): number | undefined {
  if (!counts) return undefined;
  if (chip.name === 'state') return counts.states[chip.value] ?? 0;
  if (chip.name === 'stuck') return counts.n_stuck;
  if (chip.name === 'soon') return counts.n_soon;
  return chip.name === 'late' ? counts.n_late : counts.n_pairs;
}

export function useBoardFilter() {
  const params = useAddressParams();
  const choose = useChooseParams();
  const text = params.toString();
  return useMemo(() => {
    const now = new URLSearchParams(text);
    const filter: Partial<Record<FilterName, string>> = {};
    for (const name of names) {
      const value = now.get(name);
      if (value) filter[name] = value;
    }
    const order = orders.find((one) => one === now.get('order')) ?? 'due';
    const clear = () => choose(Object.fromEntries(names.map((name) => [name, null])));
    // A state that the address makes up is refused by the server, which says so.
    return { filter: filter as BoardFilter, order, choose, clear, n: Object.keys(filter).length };
  }, [text, choose]);
}
