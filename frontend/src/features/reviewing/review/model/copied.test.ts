import { describe, expect, it } from 'vitest';
import { rowsAsTable, rowsAsText } from '../editor/copying';
import { small } from '../testing/bench';
import { postEdit } from './gestures';

describe('copied rows', () => {
  const bench = small();
  bench.do(postEdit(bench.doc, bench.doc.order[2] as string, '=サン。', false));
  const ids = bench.doc.order.slice(1, 3);

  it('read as source, then target, the post-edit where there is one', () => {
    expect(rowsAsText(bench.doc, ids)).toBe('Two.\nに。二つ👩🏽‍🔬目。\n\nThree.\n=サン。');
  });

  it('are a table of four columns, which runs nothing in a spreadsheet', () => {
    expect(rowsAsTable(bench.doc, ids)).toBe("2\tTwo.\tに。二つ👩🏽‍🔬目。\t\n3\tThree.\tさん。\t'=サン。\n");
  });
});
