import { describe, expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { rowOf } from './document';
import { bestCut } from './parting';
import type { Side } from './types';

function cutOf(source: string[], target: string[], side?: Side, at?: number) {
  const all = (texts: readonly string[]) => texts.map((_, n) => n);
  const doc = sampleDoc(source, target, [{ source: all(source), target: all(target) }]);
  const { source: s, target: t } = bestCut(doc, rowOf(doc, uuid(1)), side, at);
  return [s, t];
}

describe('the cut of a row', () => {
  it('is where both sides have said as much', () => {
    const source = ['The harbour froze once, long before the pilots were born.', 'Nobody came.'];
    expect(cutOf(source, ['港は、水先人が', '生まれるずっと前に', '一度凍りました。', '誰も来ません。'])).toEqual([
      1, 3,
    ]);
    expect(
      cutOf(['Yes.', source[0] as string, 'No.'], ['はい。', '港は一度凍りました。', 'いいえ。', '決して。']),
    ).toEqual([1, 1]);
  });

  it('is rather where both sides end a sentence than where one goes on', () => {
    expect(
      cutOf(['One two three four.', 'Five six seven.'], ['Eins zwei drei vier.', 'Fünf', 'sechs sieben.']),
    ).toEqual([1, 1]);
    expect(cutOf(['a b c d e,', 'f.', 'g h i j k l.'], ['A B C D E F.', 'G H I J K L.'])).toEqual([2, 1]);
  });

  it('follows a chip that was chosen, on whichever side', () => {
    const source = ['Short.', 'A sentence that is a good deal longer.', 'End.'];
    const target = ['Kurz.', 'Ein Satz, der um einiges', 'länger ist.', 'Ende.'];
    expect([1, 2, 3].map((at) => cutOf(source, target, 'target', at))).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
    ]);
    expect([1, 2].map((at) => cutOf(source, target, 'source', at))).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('is in the middle where the other side cannot be cut, which stays', () => {
    expect(cutOf(['One.'], ['Eins.', 'Zwei.', 'Drei.', 'Vier.'])).toEqual([1, 2]);
    expect(cutOf(['One.', 'Two.'], [])).toEqual([1, 0]);
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
