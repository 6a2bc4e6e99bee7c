import type { Thresholds } from '@/api/types';

export type ThresholdName = keyof Thresholds;

interface Field {
  name: ThresholdName;
  label: string;
  help?: string;
  most: number;
  /** The value that applies while none is set. */
  unset: string;
}

/** The filters' thresholds in the order in which they are applied. */
export const fields: readonly Field[] = [
  {
    name: 'cost_most',
    label: 'Maximum cost',
    help: 'For engines that report costs',
    most: 100,
    unset: '1',
  },
  {
    name: 'alpha_least',
    label: 'Minimum content words α',
    help: 'Share of the source’s content words that the target covers',
    most: 1,
    unset: 'no limit',
  },
  {
    name: 'gamma_least',
    label: 'Minimum length γ',
    help: 'Length of the target divided by the length of the offline translation, in characters',
    most: 100,
    unset: 'no limit',
  },
  { name: 'gamma_most', label: 'Maximum length γ', most: 100, unset: 'no limit' },
  {
    name: 'eta_least',
    label: 'Minimum meaning η',
    help: 'Similarity to the offline translation',
    most: 10,
    unset: 'no limit',
  },
  {
    name: 'score_least',
    label: 'Minimum combined score',
    help: 'Length, content words and meaning in one probability; 0 for no limit',
    most: 1,
    unset: '0.5',
  },
];

/** `0.4`, `1.25`, `no limit`: as the fields have it. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'no limit';
  return String(Number(value.toFixed(3)));
}

/** The changes, field by field: `Minimum content words α: 0 → 0.4`. */
export function changes(before: Thresholds, after: Thresholds): string[] {
  return fields
    .filter(({ name }) => (before[name] ?? null) !== (after[name] ?? null))
    .map(({ name, label }) => `${label}: ${shown(before[name])} → ${shown(after[name])}`);
}
