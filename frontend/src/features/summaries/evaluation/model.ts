import { shortFigure, figure as withDigits, signed as withSign } from '@/lib/format';
import type { TuningGrid, TuningSetting } from './requests/tunings';

export type Parameter = keyof TuningSetting;
export type NumericParameter = Exclude<Parameter, 'similarity'>;

/** In the order of the grid. */
export const symbols: Record<Parameter, string> = {
  similarity: 'words',
  lambda_: 'λ',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
};

/** The parameters in the order of the grid: the last changes first. */
export const parameters = Object.keys(symbols) as Parameter[];
export const numeric = parameters.filter((name): name is NumericParameter => name !== 'similarity');
/** Two and two, as heat maps show them: across and up. */
export const pairs = numeric.flatMap((x, place): [NumericParameter, NumericParameter][] => {
  const y = numeric[place + 1] ?? numeric[0];
  return place % 2 === 0 && y ? [[x, y]] : [];
});

export const meanings: Record<Parameter, string> = {
  similarity: 'words compared by',
  lambda_: 'λ, jumps',
  gamma: 'γ, back',
  delta: 'δ, stay',
  epsilon: 'ε, least stay',
};

/** ".712": a share as tables show it. */
export const figure = (value: number): string => withDigits(value, 3);

/** ".8": a value of a parameter, without the zeros that say nothing. */
export function valueText(value: string | number): string {
  return typeof value === 'string' ? value : shortFigure(Number(value.toFixed(3)));
}

/** A difference with its sign. */
export const signed = (value: number): string => withSign(value, figure);

/** The setting at a place in the list of all. */
export function settingAt(grid: TuningGrid, index: number): TuningSetting {
  const options: Record<string, string | number> = {};
  let left = index;
  for (const name of [...parameters].reverse()) {
    const values = grid[name];
    options[name] = values[left % values.length] as string | number;
    left = Math.floor(left / values.length);
  }
  return options as unknown as TuningSetting;
}

export interface Cell {
  /** Positions in the two axes. */
  x: number;
  y: number;
  /** The best setting with these two values, and its score; null until one was tried. */
  index: number | null;
  score: number | null;
}

/**
 * A cell for each two values of two parameters, row by row, the highest value of `y` first: the best over all others.
 */
export function heat(grid: TuningGrid, scores: readonly number[], x: Parameter, y: Parameter): Cell[][] {
  const rows: Cell[][] = grid[y].map((_, row) =>
    grid[x].map((_, column): Cell => ({ x: column, y: row, index: null, score: null })),
  );
  scores.forEach((score, index) => {
    let left = index;
    const at: Partial<Record<Parameter, number>> = {};
    for (const name of [...parameters].reverse()) {
      at[name] = left % grid[name].length;
      left = Math.floor(left / grid[name].length);
    }
    const cell = rows[at[y] ?? 0]?.[at[x] ?? 0];
    if (cell && (cell.score === null || score > cell.score)) Object.assign(cell, { index, score });
  });
  return rows.reverse();
}

/** 1, 2, 3 or 5 of the heat colours: between the least and the most of all cells. Text is never set on the fourth. */
export function level(score: number, least: number, most: number): 1 | 2 | 3 | 5 {
  const share = most > least ? (score - least) / (most - least) : 1;
  return share >= 0.9 ? 5 : share >= 0.7 ? 3 : share >= 0.4 ? 2 : 1;
}

/** The settings that were tried, the best first, at most so many. */
export function ranked(scores: readonly number[], most: number): { index: number; score: number }[] {
  return scores
    .map((score, index) => ({ score, index }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most);
}

/** Seconds that a search still takes, by what it has done; null where nothing is done yet. */
export function secondsLeft(startedAt: string | null, nDone: number, nAll: number, now = Date.now()): number | null {
  if (startedAt === null || nDone === 0) return null;
  return Math.max(0, ((now - Date.parse(startedAt)) / 1000 / nDone) * (nAll - nDone));
}

/** The numbers of a text such as ".6, .7 0.8"; null if something in it is none. */
export function numbersOf(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  return numbers.some((number) => !Number.isFinite(number)) ? null : [...new Set(numbers)];
}
