import { describe, expect, it } from 'vitest';
import { small } from '../testing/bench';
import * as gestures from './gestures';
import type { HistoryEntry, Operation } from './types';
import { movedWords, wordsOf } from './verbs';

describe('the words of what was done', () => {
  it('calls them nulls in a bitext and sentences in a talk', () => {
    expect(wordsOf('null', 'bitext')).toBe('made the row null');
    expect(wordsOf('null', 'paper_talk')).toBe('chose no sentence');
  });

  it('uses the same words where both have them, and says an unknown verb without its underscores', () => {
    expect(wordsOf('accept', 'paper_talk')).toBe(wordsOf('accept', 'bitext'));
    expect(wordsOf('read_it_aloud', 'bitext')).toBe('read it aloud');
  });

  it('names the chip that was moved, and from where to where, as each of the two rows sees it', () => {
    const bench = small();
    const rows = [bench.row(2), bench.row(3)];
    const chip = rows[0]?.target[1]?.id as string;
    const { id, verb } = bench.do(gestures.moveChip(bench.doc, bench.row(2).id, chip, 1)) as Operation;
    const entry: HistoryEntry = {
      ...{ id, verb, sequence: 1, by: null, at: '', undone: false },
      before: rows,
      after: [bench.row(2), bench.row(3)],
    };
    const [from, to] = rows.map((row) => movedWords(bench.doc, entry, row.id));
    expect([from, to]).toEqual(['moved chip 3 to row 3', 'moved chip 3 here from row 2']);
    expect(movedWords(bench.doc, { ...entry, verb: 'merge' }, rows[0]?.id as string)).toBeNull();
  });
});
