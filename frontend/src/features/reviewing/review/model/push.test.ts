import { describe, expect, it } from 'vitest';
import { Bench, contents } from '../testing/bench';
import { sampleDoc, uuid } from '../testing/sample';
import { pushTargets, unaccepted } from './push';

const bench = (change: object = {}) =>
  new Bench(
    sampleDoc(
      ['One.', 'Two.', 'Three.', 'Four.'],
      ['いち。', 'に。', 'さん。', 'し。'],
      [0, 1, 2, 3].map((n) => ({ source: [n], target: [n], ...(n === 2 && change) })),
    ),
  );

const texts = (at: Bench) => at.doc.order.map((_, i) => at.texts(i + 1).join(' | '));

describe('pushing down', () => {
  it('moves this target and all below a row down, in one undo; the last gets a row of its own', () => {
    const at = bench();
    const before = contents(at.doc);
    at.do(pushTargets(at.doc, [uuid(2)], 1));
    expect(texts(at)).toEqual(['One. | いち。', 'Two. | ', 'Three. | に。', 'Four. | さん。', ' | し。']);
    at.undo();
    expect(contents(at.doc)).toEqual(before);
  });

  it('stays within a selection: its last row takes what is pushed out', () => {
    const at = bench();
    at.do(pushTargets(at.doc, [uuid(1), uuid(2), uuid(3)], 1));
    expect(texts(at)).toEqual(['One. | ', 'Two. | いち。', 'Three. | に。さん。', 'Four. | し。']);
  });

  it('takes post-edits and tags along, and makes rows with another target proposals without labels', () => {
    const at = bench({ post_edit: '三。', tags: ['x'], status: 'accepted', good_align: true, good_mt: false });
    const operation = at.do(pushTargets(at.doc, [uuid(2)], 1));
    expect(at.row(3)).toMatchObject({ post_edit: null, tags: [], status: 'proposed', good_align: null, good_mt: null });
    expect(at.row(4)).toMatchObject({ post_edit: '三。', tags: ['x'] });
    expect(unaccepted(operation?.steps ?? [])).toBe(1);
  });

  it('keeps a post-edit that is pushed past the end', () => {
    const at = bench();
    const last = at.row(4);
    at.run({
      id: uuid(90),
      verb: 'post_edit',
      steps: [{ type: 'set', rows: [last.id], fields: { post_edit: '四。' } }],
      versions: {},
    });
    at.do(pushTargets(at.doc, [uuid(4)], 1));
    expect(at.row(4).post_edit).toBeNull();
    expect(at.row(5)).toMatchObject({ post_edit: '四。', source: [] });
  });
});

it('is refused on a last row without a source, whose target would be where it was', () => {
  const doc = sampleDoc(
    ['One.'],
    ['いち。', 'に。'],
    [
      { source: [0], target: [0] },
      { source: [], target: [1] },
    ],
  );
  expect(pushTargets(doc, [uuid(2)], 1)).toHaveProperty('refused');
});

describe('pushing up', () => {
  it('joins this target to the row above, moves all below up, and turns a push down round', () => {
    const at = bench();
    at.do(pushTargets(at.doc, [uuid(2)], -1));
    expect(texts(at)).toEqual(['One. | いち。に。', 'Two. | さん。', 'Three. | し。', 'Four. | ']);
    const other = bench();
    other.do(pushTargets(other.doc, [uuid(2)], 1));
    other.do(pushTargets(other.doc, [uuid(3)], -1));
    expect(texts(other)).toEqual(texts(bench()));
  });

  it('is refused on the first row', () => {
    expect(pushTargets(bench().doc, [uuid(1)], -1)).toHaveProperty('refused');
  });
});

it('is refused where there is nothing to push, and in a talk', () => {
  const nulls = sampleDoc(
    ['a', 'b'],
    [],
    [0, 1].map((n) => ({ source: [n], target: [] })),
  );
  expect(pushTargets(nulls, [uuid(1)], 1)).toHaveProperty('refused');
  const talk = sampleDoc(['a'], ['b'], [{ source: [0], target: [0] }], 'paper_talk');
  expect(pushTargets(talk, [uuid(1)], 1)).toHaveProperty('refused');
});
