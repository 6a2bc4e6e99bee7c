import { describe, expect, it } from 'vitest';
import {
  ago,
  chanceText,
  clock,
  duration,
  figure,
  initials,
  language,
  languageCodes,
  percent,
  perHundred,
  plural,
  probability,
  shortDate,
  shortFigure,
  signed,
} from './format';

describe('a measured figure', () => {
  it('is rounded, as a paper would print it', () => {
    const shown = [0.816, 0.1754, 0.0661, 0.3056, 1, 0, -0.051, -0.001, null].map((value) => figure(value));
    expect(shown).toEqual(['.82', '.18', '.07', '.31', '1.00', '.00', '−.05', '.00', '–']);
    expect(figure(0.81649, 3)).toBe('.816');
  });

  it('has no zeros that say nothing where somebody chose it', () => {
    expect([0, 0.25, 0.3, 1, 1.5, -0.5].map(shortFigure)).toEqual(['0', '.25', '.3', '1', '1.5', '−.5']);
  });

  it('has a sign as a difference, unless it rounds to nothing', () => {
    const shown = [0.474, -0.05, 0, null, 2.35, -0.001].map((value) => signed(value));
    expect(shown).toEqual(['+.47', '−.05', '.00', '–', '+2.35', '.00']);
    expect(signed(-0.031, (size) => (100 * size).toFixed(1))).toBe('−3.1');
  });

  it('is in per cent where ROUGE is', () => {
    expect([0.6694, 1, 0, null].map(perHundred)).toEqual(['66.9', '100.0', '0.0', '–']);
  });

  it('says how likely chance is', () => {
    expect([0.25, 0.032, 0.001, 0.0009].map(chanceText)).toEqual(['p = .250', 'p = .032', 'p = .001', 'p < .001']);
  });
});

describe('what is shown of a confidence or of progress never flatters', () => {
  it.each([
    [0.946, '.94'],
    [0.95, '.95'],
    [0.999, '.99'],
    [1, '1.00'],
    [0, '.00'],
    [0.29, '.29'],
    [null, '–'],
  ])('probability %s is %s', (value, shown) => expect(probability(value)).toBe(shown));

  it.each([
    [0.999, '99 %'],
    [1, '100 %'],
    [-0.1, '0 %'],
  ])('share %s is %s', (value, shown) => expect(percent(value)).toBe(shown));
});

describe('times', () => {
  it('have a short date', () => expect(shortDate('2026-11-27T12:00:00')).toBe('27 Nov'));

  it.each([
    [151, '02:31'],
    [3751.9, '1:02:31'],
    [0, '00:00'],
  ])('%s seconds are %s', (seconds, shown) => expect(clock(seconds)).toBe(shown));

  it.each([
    [400, '0.4 s'],
    [42_300, '42 s'],
    [185_000, '3 min 05 s'],
  ])('%s ms took %s', (ms, shown) => expect(duration(ms)).toBe(shown));

  it.each([
    ['2026-11-20T11:59:30Z', 'just now'],
    ['2026-11-20T11:58:00Z', '2 min ago'],
    ['2026-11-20T09:00:00Z', '3 h ago'],
    ['2026-11-19T08:00:00Z', 'yesterday'],
    ['2026-11-11T08:00:00Z', '9 days ago'],
    ['2026-06-30T08:00:00Z', '30 June 2026'],
  ])('%s is %s', (iso, shown) => expect(ago(iso, Date.parse('2026-11-20T12:00:00Z'))).toBe(shown));
});

it('counts what it names', () => {
  expect([plural(0, 'pair'), plural(1, 'pair'), plural(1200, 'pair')]).toEqual(['0 pairs', '1 pair', '1,200 pairs']);
  expect(plural(2, 'summary', 'summaries')).toBe('2 summaries');
});

it('names languages, and keeps a tag it does not know', () => {
  expect([language('ja'), language(''), language('not a tag')]).toEqual(['Japanese', 'language unknown', 'not a tag']);
});

it('puts two languages in little room, with a mark for one that nobody knows', () => {
  expect([languageCodes('en', 'ja'), languageCodes('', 'de'), languageCodes('zh-Hant', 'und')]).toEqual([
    'EN → JA',
    '? → DE',
    'ZH-HANT → ?',
  ]);
});

it('takes initials by character, not by code unit, and one where characters are wide', () => {
  expect(['Ines Koba', 'admin', '𠮷田 太郎', '김 민수', '𐐷ne 𐐷wo', ''].map(initials)).toEqual([
    'IK',
    'A',
    '𠮷',
    '김',
    '𐐏𐐏',
    '',
  ]);
});
