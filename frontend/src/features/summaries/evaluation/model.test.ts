import { describe, expect, it } from 'vitest';
import { figure, heat, level, numbersOf, ranked, secondsLeft, settingAt, signed, valueText } from './model';
import type { TuningGrid } from './requests/tunings';

const grid: TuningGrid = {
  similarity: ['characters', 'exact'],
  lambda_: [0.6, 0.75],
  gamma: [0.2, 0.5, 0.7],
  delta: [0.33],
  epsilon: [0.1],
};

describe('a grid of settings', () => {
  it('counts as the server does: epsilon first, similarity last', () => {
    expect(settingAt(grid, 0)).toMatchObject({ similarity: 'characters', lambda_: 0.6, gamma: 0.2 });
    expect(settingAt(grid, 4)).toMatchObject({ similarity: 'characters', lambda_: 0.75, gamma: 0.5 });
    expect(settingAt(grid, 11)).toEqual({ similarity: 'exact', lambda_: 0.75, gamma: 0.7, delta: 0.33, epsilon: 0.1 });
  });

  it('shows in each cell the best of all other parameters, the highest row first', () => {
    const scores = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1];
    const rows = heat(grid, scores, 'lambda_', 'gamma');
    expect(rows.map((row) => row.map(({ score }) => score))).toEqual([
      [0.3, 0.6],
      [0.2, 0.5],
      [0.9, 0.4],
    ]);
    expect(rows[2]?.[0]?.index).toBe(6);
  });

  it('leaves cells empty that were not tried yet', () => {
    const rows = heat(grid, [0.1, 0.2], 'lambda_', 'gamma');
    expect(rows.map((row) => row.map(({ score }) => score))).toEqual([
      [null, null],
      [0.2, null],
      [0.1, null],
    ]);
  });

  it('never sets text on the fourth colour', () => {
    const levels = Array.from({ length: 101 }, (_, n) => level(n / 100, 0, 1));
    expect(new Set(levels)).toEqual(new Set([1, 2, 3, 5]));
    expect(level(0.5, 0.5, 0.5)).toBe(5);
  });
});

describe('figures', () => {
  it('have no zero before the point', () => {
    expect([figure(0.712), figure(1), valueText(0.8), valueText('exact'), signed(-0.0291), signed(0.5)]).toEqual([
      '.712',
      '1.000',
      '.8',
      'exact',
      '−.029',
      '+.500',
    ]);
  });

  it('are ranked with ties in the order of the grid', () => {
    expect(ranked([0.1, 0.3, 0.3], 2)).toEqual([
      { index: 1, score: 0.3 },
      { index: 2, score: 0.3 },
    ]);
  });

  it('tell how long a search will take', () => {
    const now = Date.parse('2026-11-22T12:10:00Z');
    expect(secondsLeft('2026-11-22T12:00:00Z', 400, 1200, now)).toBe(1200);
    expect(secondsLeft('2026-11-22T12:00:00Z', 0, 1200, now)).toBeNull();
    expect(secondsLeft(null, 400, 1200, now)).toBeNull();
  });

  it('are read as people type them', () => {
    expect(numbersOf('.6, .7 0.8;.8')).toEqual([0.6, 0.7, 0.8]);
    expect(numbersOf('.6, x')).toBeNull();
    expect(numbersOf(' ')).toEqual([]);
  });
});
