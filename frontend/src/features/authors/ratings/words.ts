/** How figures of ratings are written. */

/** A share as whole per cent. */
export const cents = (share: number): string => String(Math.round(share * 100));

/** A mean with two digits; a deviation below one without its nought. */
export const mean = (value: number): string => value.toFixed(2).replace(/^0\./, '.');

interface Between {
  low?: number | null;
  high?: number | null;
}

/** "62 to 78"; empty without an interval. */
export function interval({ low, high }: Between, written: (value: number) => string): string {
  return low == null || high == null ? '' : `${written(low)} to ${written(high)}`;
}

/** A figure and the ends of its interval, in three cells of a file. */
export const cellsOf = (of: ({ value: number } & Between) | null) => [
  of?.value ?? null,
  of?.low ?? null,
  of?.high ?? null,
];
