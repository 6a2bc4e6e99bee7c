/** Submissions as pure functions: what limits would do to them before they are set, and the list as a table. */

import type { Cell } from '@/lib/csv';
import type { Policy, Submission } from './requests';

export type Limit = 'min_filled' | 'min_seconds' | 'min_planted' | 'max_same' | 'min_heard';

interface LimitWords {
  label: string;
  sign: '≥' | '≤';
  unit: '%' | 's';
  /** The end of the strip, in the unit of the figure. */
  most: number;
}

export const limits: Record<Limit, LimitWords> = {
  min_filled: { label: 'Masks filled', sign: '≥', unit: '%', most: 1 },
  min_seconds: { label: 'Median time a mask', sign: '≥', unit: 's', most: 12 },
  min_planted: { label: 'Check masks right', sign: '≥', unit: '%', most: 1 },
  max_same: { label: 'Same as one source, 2nd pass', sign: '≤', unit: '%', most: 1 },
  min_heard: { label: 'Spans played', sign: '≥', unit: '%', most: 1 },
};

/** Fewer check masks than these say nothing. */
export const fewestPlanted = 6;

/** What a limit looks at; null where it does not ask about this submission. */
export function figureOf({ figures, kind }: Submission, limit: Limit): number | null {
  if (!figures) return null;
  if (limit === 'min_filled') return figures.filled;
  if (limit === 'min_seconds') return figures.seconds;
  if (limit === 'min_heard') return figures.heard;
  if (limit === 'max_same') return kind === 'second' ? figures.same : null;
  return figures.n_planted < fewestPlanted ? null : figures.n_right / figures.n_planted;
}

export function isOut(value: number, limit: Limit, bound: number): boolean {
  return limits[limit].sign === '≥' ? value < bound : value > bound;
}

/** How many of the submissions a limit would stop. */
export function nOut(passes: readonly Submission[], limit: Limit, bound: number | null): number {
  if (bound === null) return 0;
  return passes.filter((pass) => {
    const value = figureOf(pass, limit);
    return value !== null && isOut(value, limit, bound);
  }).length;
}

/** What the server does with a submission that breaks so many limits. */
export function outcome(pass: Submission, policy: Policy): 'accepted' | 'held' | 'rejected' {
  const names = Object.keys(limits) as Limit[];
  const n = names.filter((limit) => nOut([pass], limit, policy[limit]) > 0).length;
  if (n === 0) return 'accepted';
  return policy.hold_all || n === 1 ? 'held' : 'rejected';
}

export const filters = ['all', 'held', 'rejected', 'accepted', 'open'] as const;
export type Filter = (typeof filters)[number];
export const filterWords: Record<Filter, string> = {
  all: 'All',
  held: 'Held',
  rejected: 'Rejected',
  accepted: 'Accepted',
  open: 'At work',
};

/** A set with a member more, or less where it was in. */
export function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

export const csvHeader = [
  ...['by', 'talk', 'pass', 'state', 'submitted_at', 'masks', 'filled', 'seconds_per_mask', 'check_masks'],
  ...['check_masks_right', 'same', 'spans_played', 'took_a', 'took_b', 'typed', 'unintelligible', 'nothing', 'reason'],
] as const;

export function csvRow(one: Submission): Cell[] {
  const { figures } = one;
  return [
    one.user.name,
    one.title,
    one.kind,
    one.state,
    one.submitted_at,
    one.n_masks,
    figures?.n_filled ?? one.n_filled,
    figures?.seconds ?? null,
    figures?.n_planted ?? null,
    figures?.n_right ?? null,
    figures?.same ?? null,
    figures?.heard ?? null,
    ...(['took_a', 'took_b', 'typed', 'unintelligible', 'nothing'] as const).map((name) => figures?.[name] ?? null),
    one.reason,
  ];
}
