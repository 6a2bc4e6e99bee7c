/** Figures of outputs, as their page shows them. */

import type { HeardRun, System } from '@/features/releases/requests/systems';
import {
  differenceText,
  figureOf,
  figureText,
  halfText,
  isErrorRate,
  isShare,
  lessIsBetter,
} from '@/features/releases/systems/scores';
import { fewest } from '@/lib/intervals';

/** "9.3 % ± 0.4": for a title. unit: what it is counted on. */
export function rateTitle(key: string, value: number, half: number | null, unit: string): string {
  const interval = half === null ? `no interval: fewer than ${fewest} ${unit}s` : `${halfText(key, half)}, 95 %`;
  return `${figureText(key, value)}${isErrorRate(key) ? ' %' : ''}, ${interval}`;
}

/** What the axis of a column reaches: a round number that all values are below; of logarithms one that they are above. */
export function axisEnd(systems: readonly Pick<System, 'figures'>[], key: string): number {
  const all = systems.map(({ figures }) => figureOf(figures, key));
  if (key === 'bartscore')
    return Math.floor(Math.min(-1, ...all.map((each) => (each?.value ?? 0) - (each?.half ?? 0))));
  const values = all.map((each) => (each?.value ?? 0) + (each?.half ?? 0));
  const most = Math.max(0, ...values);
  const whole = isShare(key) ? 1 : key === 'mcd' ? 20 : 100;
  return [0.05, 0.1, 0.2, 0.5, 1].map((share) => share * whole).find((end) => most <= end) ?? Math.ceil(most);
}

/** Whether no other that is scored on the same rows, under the same normaliser, is better. */
export function isBest(
  system: Pick<System, 'figures' | 'basis'>,
  systems: readonly Pick<System, 'figures' | 'basis'>[],
  key: string,
): boolean {
  const value = figureOf(system.figures, key)?.value ?? null;
  const others = systems.filter(({ basis }) => basis === system.basis);
  if (value === null) return false;
  const sign = lessIsBetter(key) ? 1 : -1;
  return others.every(({ figures }) => sign * ((figureOf(figures, key)?.value ?? value) - value) >= 0);
}

/** A difference from the best: "+2.9, p = .012". */
export function fromBest(key: string, difference: number, chance: string): string {
  return `${differenceText(key, difference)}, ${chance}`;
}

/** "delays heard as the lays", "rather left out", "the added": what is said of a wrong run. */
export function heardAs({ reference, heard }: Pick<HeardRun, 'reference' | 'heard'>): string {
  if (!heard) return `${reference} left out`;
  return reference ? `${reference} heard as ${heard}` : `${heard} added`;
}

/** A text in pieces, those that are rare words apart from what is between them. */
export function rarePieces(text: string, rare: readonly string[]): { text: string; isRare: boolean }[] {
  const known = new Set(rare);
  const pieces: { text: string; isRare: boolean }[] = [];
  for (const piece of text.split(/(\s+)/u)) {
    const last = pieces.at(-1);
    if (known.has(piece)) pieces.push({ text: piece, isRare: true });
    else if (last && !last.isRare) last.text += piece;
    else pieces.push({ text: piece, isRare: false });
  }
  return pieces.filter(({ text: shown }) => shown);
}
