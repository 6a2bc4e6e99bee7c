/**
 * What a confidence means for a person: how sure, which colour, which filter. The only home of these limits; how often
 * rows of each level turn out to be right is on the quality page.
 */

/** Below this a row is weak: more likely wrong than right. */
export const weakBelow = 0.5;

/** Below this a row is worth a look: what "Below" filters by until somebody chooses another limit. */
export const lookBelow = 0.8;

/** Below this a row shows the engine's next choice. */
export const offerBelow = 0.6;

/** From here on the engine is sure. */
export const sureFrom = 0.95;

/** The limits that the filter "Below" offers. */
export const limits = [weakBelow, lookBelow, sureFrom] as const;

/** The limits from which many rows can be accepted at once, the surest first. */
export const acceptableFrom = [0.99, sureFrom, 0.9, lookBelow, weakBelow] as const;

export type Level = 'sure' | 'likely' | 'doubt' | 'weak';

export const levelWords: Readonly<Record<Level, string>> = {
  sure: 'sure',
  likely: 'likely',
  doubt: 'doubtful',
  weak: 'weak',
};

/** `confidence` is a probability, 0 to 1. */
export function level(confidence: number): Level {
  if (confidence >= sureFrom) return 'sure';
  if (confidence >= lookBelow) return 'likely';
  return confidence >= weakBelow ? 'doubt' : 'weak';
}

/** In whole percent, rounded down: 99.9 % is not certain. The margin is for sums such as .1 + .2. */
export function percent(confidence: number): number {
  return Math.floor(confidence * 100 + 1e-9);
}
