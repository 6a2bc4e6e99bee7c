import { describe, expect, it } from 'vitest';
import { Bench, contents, small } from '../testing/bench';
import { sampleDoc, uuid } from '../testing/sample';
import { numberOf } from './document';
import * as gestures from './gestures';
import { countPieces, crossings, shapeOf } from './shape';
import { chipText, sideText } from './text';

describe('gestures', () => {
  it('moves the last chip down and the first up, and undoes both', () => {
    const bench = small();
    const start = contents(bench.doc);
    bench.do(gestures.moveChip(bench.doc, uuid(2), null, 1));
    expect(bench.texts(2)).toEqual(['Two.', 'に。']);
    expect(bench.texts(3)).toEqual(['Three.', '二つ👩🏽‍🔬目。さん。']);
    expect(bench.row(2).edited && bench.row(3).edited).toBe(true);
    bench.do(gestures.moveChip(bench.doc, uuid(2), null, -1));
    expect(bench.texts(1)).toEqual(['One.', 'いち。に。']);
    expect(shapeOf(bench.row(2)).empty).toBe('drop');
    expect(bench.undo() && bench.undo()).toBe(true);
    expect(contents(bench.doc)).toEqual(start);
  });

  it('moves the only chip of a one-sided row, which removes the row; undo restores it', () => {
    const bench = small();
    bench.do(gestures.ownRow(bench.doc, uuid(2), null));
    expect(bench.doc.order).toHaveLength(5);
    const own = bench.row(3);
    expect(own.source).toEqual([]);
    const gesture = gestures.moveChip(bench.doc, own.id, own.target[0]?.id ?? '', 1);
    expect(gesture).toMatchObject({ focus: { row: uuid(3) } });
    bench.do(gesture);
    expect(bench.doc.order).toHaveLength(4);
    bench.undo();
    expect(numberOf(bench.doc, own.id)).toBe(3);
    expect(bench.row(3).version).toBe(own.version + 2);
  });

  it('refuses at the edges with a sentence', () => {
    const bench = small();
    expect(gestures.moveChip(bench.doc, uuid(1), null, -1)).toEqual({ refused: 'This is the first row.' });
    expect(gestures.merge(bench.doc, [uuid(4)])).toHaveProperty('refused');
    expect(gestures.splitRow(bench.doc, uuid(1), null)).toHaveProperty('refused');
    expect(gestures.swapTargets(bench.doc, uuid(4))).toHaveProperty('refused');
  });

  it('merges rows with their post-edits and tags, and splits a row where the texts part', () => {
    const bench = small();
    bench.do(gestures.postEdit(bench.doc, uuid(2), '二。', false));
    bench.do(gestures.set(bench.doc, 'tag', [uuid(3)], { tags: ['mis-translation'] }));
    bench.do(gestures.merge(bench.doc, [uuid(2)]));
    expect(bench.texts(2)).toEqual(['Two. Three.', 'に。二つ👩🏽‍🔬目。さん。']);
    expect(bench.row(2)).toMatchObject({ post_edit: '二。さん。', tags: ['mis-translation'] });
    bench.do(gestures.splitRow(bench.doc, uuid(2), null));
    expect([bench.texts(2), bench.texts(3)]).toEqual([
      ['Two.', 'に。'],
      ['Three.', '二つ👩🏽‍🔬目。さん。'],
    ]);
  });

  it('swaps targets, borrows the next chip, makes rows null with a reason and removes the reason again', () => {
    const bench = small();
    bench.do(gestures.swapTargets(bench.doc, uuid(3)));
    expect(bench.texts(3)).toEqual(['Three.', 'し。']);
    expect(crossings(bench.doc)).toEqual(
      new Map([
        [uuid(3), uuid(4)],
        [uuid(4), uuid(3)],
      ]),
    );
    bench.undo();
    bench.do(gestures.borrow(bench.doc, uuid(1)));
    expect(bench.texts(1)).toEqual(['One.', 'いち。に。']);
    bench.do(gestures.makeNull(bench.doc, [uuid(4)], 'omission'));
    expect(bench.row(4)).toMatchObject({ target: [], null_reason: 'omission' });
    expect(bench.row(5)).toMatchObject({ source: [] });
    bench.do(gestures.moveChip(bench.doc, bench.row(5).id, null, -1));
    expect(bench.row(4)).toMatchObject({ null_reason: '' });
    expect(bench.doc.order).toHaveLength(4);
  });

  it('splits text at code points, never inside an emoji, and joins the halves to one chip again', () => {
    const bench = small();
    const before = bench.row(2).target[1];
    bench.do(gestures.splitText(bench.doc, uuid(2), before?.id ?? '', 6));
    const halves = bench.row(2).target.slice(1);
    expect(halves.map((chip) => chipText(chip, bench.doc.targetUnits))).toEqual(['二つ👩🏽‍🔬', '目。']);
    expect(sideText(bench.doc, bench.row(2), 'target')).toBe('に。二つ👩🏽‍🔬目。');
    bench.do(gestures.joinText(bench.doc, uuid(2), before?.id ?? ''));
    expect(bench.row(2).target[1]).toEqual(before);
    bench.do(gestures.joinText(bench.doc, uuid(2), bench.row(2).target[0]?.id ?? ''));
    expect(bench.row(2).target.map((chip) => chip.joined)).toEqual([false, true]);
    expect(countPieces(bench.row(2).target)).toBe(1);
    expect(shapeOf(bench.row(2)).oneToOne).toBe(true);
    bench.do(gestures.joinText(bench.doc, uuid(2), bench.row(2).target[0]?.id ?? ''));
    expect(bench.row(2).target.map((chip) => chip.joined)).toEqual([false, false]);
  });

  it('removes and restores a chip; the text disappears and comes back', () => {
    const bench = small();
    const chip = bench.row(2).target[0]?.id ?? '';
    bench.do(gestures.setRemoved(bench.doc, uuid(2), [chip], true));
    expect(bench.texts(2)[1]).toBe('二つ👩🏽‍🔬目。');
    bench.do(gestures.setRemoved(bench.doc, uuid(2), [chip], false));
    expect(bench.texts(2)[1]).toBe('に。二つ👩🏽‍🔬目。');
    expect(gestures.setRemoved(bench.doc, uuid(2), [bench.row(2).source[0]?.id ?? ''], true)).toHaveProperty('refused');
  });

  it('undoes submit, and a new edit forgets what could be redone', () => {
    const bench = small();
    bench.do(gestures.submit(bench.doc, true));
    expect(bench.doc.state).toBe('submitted');
    bench.undo();
    expect(bench.doc.state).toBe('open');
    expect(bench.redo()).toBe(true);
    expect(bench.doc.state).toBe('submitted');
    bench.undo();
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    expect(bench.redo()).toBe(false);
  });

  it('leaves the version of a row alone when setting what is set already', () => {
    const bench = small();
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    expect(bench.row(1).version).toBe(2);
  });
});

describe('talks about a paper', () => {
  const talk = () =>
    new Bench(
      sampleDoc(
        ['Alpha.', 'Beta.', 'Gamma.'],
        ['so alpha is this', 'um', 'and beta then gamma'],
        [
          { source: [0], target: [0] },
          { source: [], target: [1] },
          { source: [1], target: [2] },
        ],
        'paper_talk',
      ),
    );

  it('reassigns, splits a span at a word into two spans of one sentence, joins spans, and undoes to the start', () => {
    const bench = talk();
    const start = contents(bench.doc);
    bench.do(gestures.reassign(bench.doc, uuid(2), 2));
    expect(bench.texts(2)).toEqual(['Gamma.', 'um']);
    bench.do(gestures.splitText(bench.doc, uuid(3), bench.row(3).target[0]?.id ?? '', 9));
    expect([bench.texts(3), bench.texts(4)]).toEqual([
      ['Beta.', 'and beta'],
      ['Beta.', 'then gamma'],
    ]);
    bench.do(gestures.reassign(bench.doc, bench.row(4).id, 2));
    bench.do(gestures.merge(bench.doc, [uuid(1)]));
    expect(bench.texts(1)).toEqual(['Alpha.', 'so alpha is this um']);
    bench.do(gestures.reassign(bench.doc, uuid(1), null));
    expect(shapeOf(bench.row(1)).empty).toBe('null');
    while (bench.undo());
    expect(contents(bench.doc)).toEqual(start);
  });

  it('finds where the speaker jumps back', () => {
    const bench = talk();
    bench.do(gestures.reassign(bench.doc, uuid(2), 2));
    expect(crossings(bench.doc)).toEqual(new Map([[uuid(3), uuid(2)]]));
  });
});
