/** How a person likes the editor to look, kept on this device for each account. */

import { store, stored } from '@/lib/stored';

export const textSizes = ['small', 'normal', 'large', 'largest'] as const;
export type TextSize = (typeof textSizes)[number];

export interface Comfort {
  text: TextSize;
  /** Share of the width that the left of the two texts gets, in percent. */
  left: number;
  /** Whether the helper stands beside the rows; asked for, it comes all the same. */
  helper: boolean;
  map: boolean;
  /** Rows that the person wants to get through in a day; 0 counts nothing. */
  target: number;
}

export const [leastLeft, mostLeft] = [30, 70] as const;
export const defaultComfort: Comfort = { text: 'normal', left: 50, helper: true, map: true, target: 0 };

const keyOf = (person: number) => `lectern.comfort.${person}`;

export function loadComfort(person: number): Comfort {
  const kept = (stored(keyOf(person)) ?? {}) as Partial<Comfort>;
  const left = Number(kept.left);
  return {
    text: textSizes.find((size) => size === kept.text) ?? defaultComfort.text,
    left: left >= leastLeft && left <= mostLeft ? left : defaultComfort.left,
    helper: kept.helper !== false,
    map: kept.map !== false,
    target: targetOf(kept.target),
  };
}

export const mostTarget = 9_999;

function targetOf(kept: unknown): number {
  const target = Math.floor(Number(kept));
  return target > 0 ? Math.min(mostTarget, target) : 0;
}

export function storeComfort(person: number, comfort: Comfort): void {
  store(keyOf(person), comfort);
}
