import type { ReleaseDetail, ReleaseRequest } from '@/features/releases/requests/releases';
import { count, plural } from '@/lib/format';

export type Variant = NonNullable<ReleaseRequest['variant']>;
type Chosen = NonNullable<NonNullable<ReleaseDetail['contents']>['variant']>;

/** All curated rows, the sets of Zhao et al. 2024, each a part of the one before, or what engines made of the same talks. */
export const variants: { value: Variant; label: string; description: string }[] = [
  { value: 'curated', label: 'Curated', description: 'All rows of the test set' },
  { value: 'coarse', label: 'COARSE', description: 'Both texts, and a cost that the coarse filter keeps' },
  { value: 'intra', label: 'INTRA', description: 'COARSE, and some of the target left by the intra-sentence filter' },
  { value: 'inter', label: 'INTER', description: 'INTRA, and kept by every inter-sentence filter' },
  {
    value: 'automatic',
    label: 'Automatic',
    description: 'What the engines proposed for the same talks, unreviewed',
  },
];

/** The name of a variant; empty for all curated rows, which is what a release is unless it says otherwise. */
export function variantName(variant: Variant): string {
  if (variant === 'automatic') return 'Automatic';
  return variant === 'curated' ? '' : variant.toUpperCase();
}

/** What a release must not be mistaken for; empty for one of curated rows. */
export function warningOf(variant: Chosen | null | undefined): string {
  return variant?.name === 'automatic' ? ' Links as engines proposed them, not reviewed.' : '';
}

const reasons: [keyof Chosen['left_out'], string][] = [
  ['null', 'without a text on one side'],
  ['coarse', 'above the cost that the coarse filter keeps'],
  ['intra', 'whose target the intra-sentence filter leaves empty'],
  ['inter', 'dropped by the inter-sentence filter'],
  ['not_judged', 'regrouped by people or not judged by the filters'],
];

/** How many curated rows are in a variant, and why the others are not. */
export function chosenOf(variant: Chosen | null | undefined, nRows: number): string {
  if (!variant) return 'curated, all rows';
  if (variant.name === 'automatic')
    return `automatic, the engines’ own links for the talks of ${plural(variant.n_candidates, 'curated row')}`;
  const out = reasons.flatMap(([key, words]) =>
    variant.left_out[key] ? [`${count(variant.left_out[key])} ${words}`] : [],
  );
  const rest = out.length ? `; left out: ${out.join(', ')}` : '';
  return `${variantName(variant.name)}, ${count(nRows)} of ${plural(variant.n_candidates, 'curated row')}${rest}`;
}
