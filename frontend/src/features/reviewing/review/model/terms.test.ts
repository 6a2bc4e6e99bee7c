import { describe, expect, it } from 'vitest';
import type { Term } from './glossary';
import { glossaryOf } from './terms';

let next = 1;
const term = (source: string, targets: string[] = ['x'], forbidden: string[] = []): Term => ({
  id: next++,
  source,
  targets,
  forbidden,
  note: '',
});

function marked(text: string, ...sources: string[]): string[] {
  const glossary = glossaryOf(sources.map((source) => term(source)));
  return glossary.find(text).map(({ start, end }) => text.slice(start, end));
}

describe('a term', () => {
  it.each([
    ['The Tide and the tides, untidy tide.', ['tide'], ['Tide', 'tide']],
    ['High-water marks and high  water', ['high water'], ['High-water', 'high  water']],
    ['high water, by hand', ['water', 'high water', 'hand'], ['high water', 'hand']],
    ['high waters', ['high water', 'high water*'], ['high waters']],
    ['Vessels and a vesselful', ['vessel*'], ['Vessels', 'vesselful']],
    ['one vessel', ['vessel', 'vessel*'], ['vessel']],
    ['it is IT that tells us of the US', ['IT', 'US'], ['IT', 'US']],
    ['Self attention', ['self-attention'], ['Self attention']],
    ['C and C++, R&D', ['C', 'C++', 'R&D'], ['C', 'C++', 'R&D']],
    ['満潮の高さを手書きで', ['高さ', '満潮', '潮'], ['満潮', '高さ']],
    ['オンラインのﾃﾞｰﾀ', ['データ', 'ライン'], ['ライン', 'ﾃﾞｰﾀ']],
    ['か\u3099族のがく', ['が'], ['か\u3099', 'が']],
    ['AIとＡＩ', ['AI'], ['AI', 'ＡＩ']],
    ['㍿潮', ['株式会社'], ['㍿']],
    ['Straße und STRASSE', ['Strasse'], ['Straße', 'STRASSE']],
    ['كَتَبَ الكِتابَ', ['كتب', 'الكتاب'], ['كَتَبَ', 'الكِتابَ']],
    ['the family 👩‍👩‍👧 came', ['👧'], ['👧']],
    ['nothing', [], []],
    ['nothing', ['...'], []],
  ])('in %j', (text, sources, found) => expect(marked(text, ...sources)).toEqual(found));

  it('is missing until one of its renderings is there', () => {
    const glossary = glossaryOf([term('high water', ['満潮', '高潮']), term('tide', ['潮汐'])]);
    const missing = (text: string) =>
      glossary.faults('High water: the tide, high water', text).missing.map(([one]) => one?.source);
    expect(missing('水')).toEqual(['high water', 'tide']);
    expect(missing('高潮と潮')).toEqual(['tide']);
    expect(missing('満潮、潮汐')).toEqual([]);
  });

  it('has a wildcard in renderings too, and needs none where it has none', () => {
    const glossary = glossaryOf([term('vessel', ['Schiff*']), term('ebb', [], ['Ebbe'])]);
    expect(glossary.faults('vessel, ebb', 'Schiffe').missing).toEqual([]);
    expect(glossary.faults('vessel, ebb', 'Boote').missing).toHaveLength(1);
  });

  it('is told when it is rendered as it must not be', () => {
    const glossary = glossaryOf([term('high water', ['満潮'], ['潮', '高水']), term('wave', ['波'], ['津波'])]);
    const used = (text: string) => glossary.faults('High water', text).forbidden.map((fault) => fault.used);
    expect(used('満潮')).toEqual([]);
    expect(used('満潮の潮')).toEqual(['潮']);
    expect(used('高水')).toEqual(['高水']);
    expect(used('津波')).toEqual([]);
  });
});

it('finds terms in time that does not grow with the glossary', () => {
  const glossary = glossaryOf(
    Array.from({ length: 5_000 }, (_, n) => term(`word${n} of ${n}`, [`語${n}`], [`言${n}`])),
  );
  const text = Array.from({ length: 2_000 }, (_, n) => `word${n} of ${n + (n % 2)}`).join(' ');
  const began = performance.now();
  expect(glossary.find(text)).toHaveLength(1_000);
  // A bound for catastrophes only.
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('is not slowed by a glossary or a text made to be slow', () => {
  const many = Array.from({ length: 100 }, (_, n) => term(`${'a* '.repeat(60)}${n}`));
  const began = performance.now();
  expect(glossaryOf(many).find('a '.repeat(2_000))).toEqual([]);
  expect(glossaryOf([term('a*')]).find('a'.repeat(100_000))).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5_000);
});
