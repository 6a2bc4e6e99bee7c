/** How figures of ratings are written. */

/** A share as whole per cent. */
export const cents = (share: number): string => String(Math.round(share * 100));

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
