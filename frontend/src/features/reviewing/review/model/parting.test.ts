import { describe, expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { sampleDoc, uuid } from '../testing/sample';
import { rowOf } from './document';
import { bestCut } from './parting';
import type { Side } from './types';

interface Case {
  source: string[];
  target: string[];
  /** Where the person has chosen a chip, and how many stay before it. */
  side: Side | null;
  at: number;
  cut: [source: number, target: number];
}

function cutOf(sources: readonly string[], targets: readonly string[], side?: Side, at?: number) {
  const all = (texts: readonly string[]) => texts.map((_, n) => n);
  const doc = sampleDoc(sources, targets, [{ source: all(sources), target: all(targets) }]);
  const { source, target } = bestCut(doc, rowOf(doc, uuid(1)), side, at);
  return [source, target];
}

describe('the cut of a row', () => {
  it.each(corpus<Case>('parting'))('is that of the cases of %s', (_, cases) => {
    for (const { source, target, side, at, cut } of cases) {
      expect(cutOf(source, target, side ?? undefined, at)).toEqual(cut);
    }
  });

  it('leaves neither half of a side that can be cut empty', () => {
    const units = (letter: string, lengths: readonly number[]) => lengths.map((n) => letter.repeat(n));
    for (const s of [
      [1, 900],
      [900, 1],
      [1, 1, 900],
      [300, 300, 300],
    ]) {
      for (const t of [
        [900, 1],
        [1, 900],
        [1, 1, 1, 1, 900],
      ]) {
        const [source = 0, target = 0] = cutOf(units('a', s), units('b', t));
        expect(source > 0 && source < s.length && target > 0 && target < t.length).toBe(true);
      }
    }
  });
});
