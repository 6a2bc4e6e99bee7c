import { describe, expect, it } from 'vitest';
import type { CuratedRow } from './requests';
import { faultWords, ratioOf, ruleWords, spoken } from './words';

describe('words of rules', () => {
  it('say what each asks', () => {
    const rules = {
      good_mt: 'yes',
      source_length: { least: 3, most: 60 },
      eta_least: 0.35,
      languages: ['en>ja'],
      splits: ['', 'dev'],
      labels: { tone: ['dry', ''] },
    } as const;
    const told = (key: string) => ruleWords(key, rules as never);
    expect(told('good_mt')).toBe('Good translation yes');
    expect(told('source_length')).toBe('Source length 3 to 60');
    expect(told('eta')).toBe('Meaning η at least .35');
    expect(told('languages')).toBe('English → Japanese');
    expect(told('splits')).toBe('Corpus split none, dev');
    expect(told('label:tone')).toBe('tone: dry, not set');
  });

  it('say what a row that fails is', () => {
    const row = { good_mt: null, eta: null, target: '', source: 'x', length_ratio: 0.25 } as CuratedRow;
    expect(faultWords(row, 'good_mt', {})).toBe('Good translation not set');
    expect(faultWords(row, 'eta', {})).toBe('η not measured');
    expect(faultWords(row, 'null_rows', {})).toBe('No target');
    expect(faultWords(row, 'length_ratio', {})).toBe('Length ratio .25');
  });

  it.each([
    ['8 : 1 : 1', [8, 1, 1]],
    ['80/10/10', [80, 10, 10]],
    ['8:1', null],
    ['0:0:0', null],
    ['a:1:1', null],
    ['8:-1:1', null],
  ])('read the ratio %s', (text, found) => expect(ratioOf(text)).toEqual(found));

  it.each([
    [30_960, '8 h 36 min'],
    [3060, '51 min'],
    [20, '20 s'],
  ])('say %d seconds', (seconds, told) => expect(spoken(seconds)).toBe(told));
});
