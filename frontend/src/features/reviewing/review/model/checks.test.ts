import { describe, expect, it } from 'vitest';
import { sampleContent, sampleInfo } from '../testing/sample';
import { isOverridden, standingWarnings, uncheckedWords, warningsOf } from './checks';
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
    ['in 2011', '二千十一年に'],
    ['in 1984', '一九八四年に'],
    ['in 2008', '二〇〇八年に'],
    ['tides of the 1950s', '千九百五十年代の潮'],
    ['tides of the 1980s', '八十年代の潮'],
    ['the 21st boat', '二十一隻目'],
    ['325 harbours', '三百二十五の港'],
    ['50 million', '五千万'],
    ['22 million', '2,200 万'],
    ['620 million waves', '六億二千万の波'],
    ['620 million waves', '6 億 2000 万の波'],
    ['1.5 trillion drops', '一点五兆滴'],
    ['$27 billion of herring', '二百七十億ドルの鰊'],
    ['10,000 nets', '一万の網'],
    ['105 boats', '一百零五艘船'],
    ['200 million', '两亿'],
    ['two hundred boats', '200隻'],
    ['nineteen eighty-four', '1984年'],
    ['three thousand and forty', '3040'],
    ['a million boats', '100万隻'],
    ['ten and twelve', '10と12'],
    ['a quarter million boats', '25 万隻'],
    ['half a million', '50万'],
    ['a decade of tides', '10年の潮'],
    ['every eighteen point six years', '18.6年に一度'],
    ['the buoy C40', 'ブイ'],
    ['CO2', '二酸化炭素'],
    ['High water at 4am', '満潮は四時'],
    ['一百二十三', '123'],
  ])('of %s are in %s', (source, text) => expect(numbers(source, text)).toEqual([]));

  it.each([
    ['It rose by 12 centimetres.', '上がった。'],
    ['It rose by 12 centimetres.', '21センチ上がった。'],
    ['12 and 12', '12だけ'],
    ['It rose.', '40センチ上がった。'],
    ['1.5 million people', '15万人'],
    ['The 747 landed.', '七百二十七が着いた。'],
    ['20 percent', '何隻か'],
    ['the 17th boat', '十何隻目'],
    ['27 billion', '二百六十億'],
    ['in 1962', '千九百六十年に'],
    ['two hundred boats', '300隻'],
  ])('of %s are not those of %s', (source, text) => expect(numbers(source, text)).toEqual(['numbers']));
});

it('says how often, where that is what differs', () => {
  const said = (source: string, text: string) => {
    const doc = open(
      sampleInfo('bitext'),
      sampleContent([source], ['x'], [{ source: [0], target: [0], post_edit: text }]),
    );
    return standingWarnings(doc, rowOf(doc, doc.order[0] as string)).map(({ text }) => text);
  };
  expect(said('It was in 1984.', '1984年、1984年')).toEqual(['This text has 1984 twice, the source once.']);
  expect(said('12 by 12 by 12', '12と12')).toEqual(['The source has 12 three times, this text twice.']);
  expect(said('12 and 13', '13と14')).toEqual([
    'The source has 12, this text does not. This text has 14, the source does not.',
  ]);
});

it('reads thousands and scales as the language writes them', () => {
  const info = sampleInfo('bitext');
  const side = { ...info.pair.source };
  const pair = { ...info.pair, source: { ...side, language: 'de' }, target: { ...side, language: 'fr' } };
  const found = (source: string, text: string) => {
    const doc = open(
      { ...info, pair },
      sampleContent([source], ['x'], [{ source: [0], target: [0], post_edit: text }]),
    );
    return standingWarnings(doc, rowOf(doc, doc.order[0] as string)).length;
  };
  expect(found('1,5 Millionen Boote, 3 Mrd. Euro', '1,5 million de bateaux, 3 milliards d’euros')).toBe(0);
  expect(found('10.000 Boote', '10 000 bateaux')).toBe(0);
  expect(found('2 Billionen', '2 billions')).toBe(1);
});

it('says that it does not check where a language is not known', () => {
  const languages = (sourceLanguage: string, targetLanguage: string, kind: 'bitext' | 'paper_talk' = 'bitext') =>
    uncheckedWords({ kind, sourceLanguage, targetLanguage });
  expect(languages('en', 'ja')).toBeNull();
  expect(languages('en', 'en')).toBeNull();
  expect(languages('', '', 'paper_talk')).toBeNull();
  expect(languages('en', '')).toBe('Numbers and terms are not checked: the language of the target is not known.');
  expect(languages('', 'ja')).toBe('Numbers and terms are not checked: the language of the source is not known.');
  expect(languages('', '')).toBe('Numbers and terms are not checked: the languages are not known.');
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
