/** The plots of lengths: what their bars are, and what they say in words. */

import type { ReleaseStatistics as Statistics } from '@/features/releases/requests/releases';
import { roundedPercent } from '@/lib/format';

export interface Bar {
  /** "6–10", or "more than 80" */
  name: string;
  upTo: number | null;
  rows: number;
  share: number;
}

export interface Plot {
  key: string;
  name: string;
  side: string;
  unit: 'words' | 'characters';
  bars: Bar[];
  /** The share of the tallest bar. */
  most: number;
  says: string;
}

export function lengthPlots(statistics: readonly Statistics[]): Plot[] {
  return statistics.flatMap((each) => {
    const name = [each.split, each.interpreter_rank && `rank ${each.interpreter_rank}`].filter(Boolean).join(' ');
    const sides = [
      ['source', each.source_language, each.source_lengths],
      ['target', each.target_language, each.target_lengths],
    ] as const;
    return sides.flatMap(([side, language, lengths]) => {
      const n = lengths?.rows.reduce((sum, rows) => sum + rows, 0) ?? 0;
      if (!lengths || n === 0) return [];
      const bars = lengths.rows.map((rows, place): Bar => {
        const [from, upTo] = [(lengths.bounds[place - 1] ?? 0) + 1, lengths.bounds[place] ?? null];
        return { name: upTo === null ? `more than ${from - 1}` : `${from}–${upTo}`, upTo, rows, share: rows / n };
      });
      const tallest = bars.reduce((one, other) => (other.rows > one.rows ? other : one));
      const what = `${name || 'All rows'}, ${side} (${language || 'unknown language'})`;
      return [
        {
          key: [each.split, each.interpreter_rank, each.source_language, each.target_language, side].join('|'),
          name: name || 'All rows',
          side: `${side}, ${language || '?'}`,
          unit: lengths.unit,
          bars,
          most: tallest.share,
          says: `${what}: most texts have ${tallest.name} ${lengths.unit}, ${roundedPercent(tallest.share)}.`,
        },
      ];
    });
  });
}
