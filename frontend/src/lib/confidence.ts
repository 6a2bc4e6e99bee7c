/** The four levels a probability is shown in. Bands are fixed; .946 is not sure. */
export type Level = 'sure' | 'likely' | 'doubt' | 'weak';

export const levelWords: Record<Level, string> = { sure: 'sure', likely: 'likely', doubt: 'doubtful', weak: 'weak' };

export function level(probability: number): Level {
  if (probability >= 0.95) return 'sure';
  if (probability >= 0.8) return 'likely';
  return probability >= 0.5 ? 'doubt' : 'weak';
}
