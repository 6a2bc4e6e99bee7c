import { expect, it } from 'vitest';
import { Bench } from '../testing/bench';
import { sampleDoc, uuid } from '../testing/sample';
import { splitUtterance } from './gestures';

const span = () =>
  new Bench(
    sampleDoc(['Sentence.'], ['first one', 'second', 'third'], [{ source: [0], target: [0, 1, 2] }], 'paper_talk'),
  );

it('cuts a span where its first utterance ends; both parts have the sentence, and the first is next', () => {
  const at = span();
  const gesture = splitUtterance(at.doc, uuid(1), null);
  expect(gesture).toMatchObject({ focus: { row: uuid(1), chip: null } });
  at.do(gesture);
  expect([at.texts(1), at.texts(2)]).toEqual([
    ['Sentence.', 'first one'],
    ['Sentence.', 'second third'],
  ]);
});

it('cuts after the words that are chosen', () => {
  const at = span();
  at.do(splitUtterance(at.doc, uuid(1), at.row(1).target[1]?.id ?? null));
  expect(at.texts(1)[1]).toBe('first one second');
});

it('has nothing to cut in a single utterance', () => {
  const one = sampleDoc(['Sentence.'], ['first'], [{ source: [0], target: [0] }], 'paper_talk');
  expect(splitUtterance(one, uuid(1), null)).toHaveProperty('refused');
});
