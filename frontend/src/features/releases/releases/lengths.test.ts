import { describe, expect, it } from 'vitest';
import type { ReleaseStatistics } from '@/features/releases/requests/releases';
import { lengthPlots } from './lengths';

const statistics = {
  split: 'dev',
  interpreter_rank: 'A',
  source_language: 'en',
  target_language: 'ja',
  source_lengths: { unit: 'words', bounds: [5, 10], rows: [1, 3, 0] },
  target_lengths: { unit: 'characters', bounds: [10, 20], rows: [0, 0, 4] },
} as unknown as ReleaseStatistics;

describe('plots of lengths', () => {
  it('has a plot for each side with the share of each length', () => {
    const [source, target] = lengthPlots([statistics]);
    expect(source?.bars.map(({ name, share }) => [name, share])).toEqual([
      ['1–5', 0.25],
      ['6–10', 0.75],
      ['more than 10', 0],
    ]);
    expect(source?.says).toBe('dev rank A, source (en): most texts have 6–10 words, 75 %.');
    expect(target?.says).toBe('dev rank A, target (ja): most texts have more than 20 characters, 100 %.');
  });

  it('plots nothing of releases that an earlier version made, or of empty sides', () => {
    const empty = { unit: 'words', bounds: [5], rows: [0, 0] } as const;
    expect(lengthPlots([{ ...statistics, source_lengths: null, target_lengths: null } as never])).toEqual([]);
    expect(lengthPlots([{ ...statistics, target_lengths: empty } as never])).toHaveLength(1);
  });
});
