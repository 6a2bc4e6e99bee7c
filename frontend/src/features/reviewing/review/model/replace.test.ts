import { expect, it } from 'vitest';
import { Bench, contents } from '../testing/bench';
import { sampleDoc, uuid } from '../testing/sample';
import { replaceTexts, textsOf } from './replace';

const bench = () =>
  new Bench(
    sampleDoc(
      ['One.', 'Two.', 'Three.'],
      ['いち。', 'に。', 'さん。'],
      [
        { source: [0], target: [0], post_edit: '一。', status: 'accepted' },
        { source: [1], target: [1] },
        { source: [2], target: [] },
      ],
    ),
  );

it('looks through post-edits, and through targets where that is asked for', () => {
  const { doc } = bench();
  expect(textsOf(doc, doc.order, false)).toEqual([{ id: uuid(1), text: '一。' }]);
  expect(textsOf(doc, doc.order, true)).toEqual([
    { id: uuid(1), text: '一。' },
    { id: uuid(2), text: 'に。' },
  ]);
});

it('is one operation that says nothing of the rows but their texts, and one undo', () => {
  const at = bench();
  const before = contents(at.doc);
  at.do(
    replaceTexts(at.doc, [
      { id: uuid(1), text: '壱。' },
      { id: uuid(2), text: '二。' },
    ]),
  );
  expect([at.row(1), at.row(2)].map(({ post_edit, status }) => [post_edit, status])).toEqual([
    ['壱。', 'accepted'],
    ['二。', 'proposed'],
  ]);
  at.undo();
  expect(contents(at.doc)).toEqual(before);
});

it('takes as many characters as the server, of which an emoji is one', () => {
  const { doc } = bench();
  expect(replaceTexts(doc, [{ id: uuid(1), text: '🌊'.repeat(100_000) }])).not.toHaveProperty('refused');
  expect(replaceTexts(doc, [{ id: uuid(1), text: 'a'.repeat(100_001) }])).toHaveProperty('refused');
});

it('leaves no post-edit where the text comes to be what is aligned, and nothing where nothing changes', () => {
  const at = bench();
  at.do(replaceTexts(at.doc, [{ id: uuid(1), text: 'いち。' }]));
  expect(at.row(1).post_edit).toBeNull();
  expect(replaceTexts(at.doc, [{ id: uuid(2), text: 'に。' }])).toHaveProperty('refused');
  expect(replaceTexts(at.doc, [{ id: uuid(2), text: 'a'.repeat(100_001) }])).toHaveProperty('refused');
});
