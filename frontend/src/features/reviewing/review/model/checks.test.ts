import { describe, expect, it } from 'vitest';
import { sampleContent, sampleInfo } from '../testing/sample';
import { isOverridden, standingWarnings, warningsOf } from './checks';
import { open, rowOf } from './document';
import type { Term } from './glossary';
import { glossaryOf } from './terms';

function found(source: string, aligned: string, text: string, kind: 'bitext' | 'paper_talk' = 'bitext'): string[] {
  const content = sampleContent([source], [aligned], [{ source: [0], target: [0], post_edit: text }]);
  const doc = open(sampleInfo(kind), content);
  const row = rowOf(doc, doc.order[0] as string);
  return warningsOf(doc, row).map(({ check }) => check);
}

const numbers = (source: string, text: string) => found(source, 'x', text);

describe('numbers', () => {
  it.each([
    ['It rose by 12 centimetres.', '１２センチ上がった。'],
    ['1,000 boats', '1.000 Boote'],
    ['1.5 million people', '150万人'],
    ['3 boats', '三隻'],
    ['three boats', '3隻'],
    ['between 1910 and 1912', '1912年から1910年'],
    ['٢٠ قارب', '20隻'],
    ['10,000 waves', '1万の波'],
    ['no number', '数はない'],
  ])('of %s are in %s', (source, text) => expect(numbers(source, text)).toEqual([]));

  it.each([
    ['It rose by 12 centimetres.', '上がった。'],
    ['It rose by 12 centimetres.', '21センチ上がった。'],
    ['12 and 12', '12だけ'],
    ['It rose.', '40センチ上がった。'],
    ['1.5 million people', '15万人'],
  ])('of %s are not those of %s', (source, text) => expect(numbers(source, text)).toEqual(['numbers']));
});

it.each([
  ['「潮」（高い）', []],
  ['(a [b] c)', []],
  ['「潮', ['brackets']],
  ['潮）', ['brackets']],
  ['(a [b) c]', ['brackets']],
  ['a  b', ['spaces']],
  ['潮　　波', ['spaces']],
  ['潮 波', []],
])('%s: %j', (text, checks) => expect(found('tide', 'x', text)).toEqual(checks));

it('tells a text that is the source, or nothing, or only differs in spaces', () => {
  expect(found('High water', '満潮', 'high  water')).toEqual(['spaces', 'untranslated']);
  expect(found('High water', '満潮', '')).toEqual(['untranslated']);
  expect(found('High water', '満 潮', '満潮')).toEqual(['unchanged']);
  expect(found('42', '四十二', '42')).toEqual([]);
});

it('does not hold what was said to the paper', () => {
  expect(found('We saw 12.', 'we saw', 'we saw some', 'paper_talk')).toEqual([]);
  expect(found('We pause.', 'so we', 'so  we pause', 'paper_talk')).toEqual(['spaces']);
});

it('leaves alone what nobody has changed, and what somebody has overridden', () => {
  const rows = [
    { source: [0], target: [0] },
    { source: [1], target: [1], post_edit: '潮）', overridden: ['brackets'] },
  ];
  const doc = open(sampleInfo('bitext'), sampleContent(['12', 'tide'], ['潮  （', '波'], rows));
  const [untouched, overridden] = doc.order.map((id) => rowOf(doc, id));
  if (!untouched || !overridden) throw new Error('rows are missing');
  expect(warningsOf(doc, untouched, '潮  （')).toEqual([]);
  expect(warningsOf(doc, overridden)).toEqual([{ check: 'brackets', text: '） closes a bracket that is not open.' }]);
  expect(warningsOf(doc, overridden).every((warning) => isOverridden(overridden, warning))).toBe(true);
  expect(standingWarnings(doc, overridden)).toEqual([]);
});

it('holds a post-edit to the glossary, once that is here', () => {
  const term = (id: number, source: string, targets: string[], forbidden: string[] = []): Term => ({
    ...{ id, source, targets, forbidden },
    note: '',
  });
  const rows = [{ source: [0], target: [0], post_edit: '高水の潮' }];
  const doc = open(sampleInfo('bitext'), sampleContent(['High water, ebb and swell'], ['水'], rows));
  const row = rowOf(doc, doc.order[0] as string);
  expect(standingWarnings(doc, row)).toEqual([]);
  doc.terms.glossary = glossaryOf([
    term(1, 'high water', ['満潮', '高潮'], ['高水']),
    term(2, 'ebb', ['引き潮']),
    term(3, 'swell', [], ['津波']),
  ]);
  expect(standingWarnings(doc, row)).toEqual([
    { check: 'terms', text: '“high water” should be 満潮 or 高潮. “ebb” should be 引き潮.' },
    { check: 'forbidden', text: '“高水” must not stand for “high water”.' },
  ]);
  expect(warningsOf(doc, row, '満潮と引き潮')).toEqual([]);
  expect(standingWarnings(doc, { ...row, overridden: ['terms'] }).map(({ check }) => check)).toEqual(['forbidden']);
  const many = Array.from({ length: 5 }, (_, n) => term(n, `w${n}`, [`x${n}`]));
  const of = open(sampleInfo('bitext'), sampleContent(['w0 w1 w2 w3 w4'], ['水'], rows));
  of.terms.glossary = glossaryOf(many);
  const told = warningsOf(of, rowOf(of, of.order[0] as string)).find(({ check }) => check === 'terms');
  expect(told?.text).toBe('“w0” should be x0. “w1” should be x1. “w2” should be x2. And 2 more.');
});
