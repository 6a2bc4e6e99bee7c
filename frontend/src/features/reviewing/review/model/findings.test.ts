import { expect, it } from 'vitest';
import type { SampleRow } from '../testing/sample';
import { sampleContent, sampleInfo, sampleLabels } from '../testing/sample';
import { open } from './document';
import { findingsOf, openFindings } from './findings';
import type { Term } from './glossary';
import { glossaryOf } from './terms';

const at = '2026-05-12T12:00:00Z';
const accepted = { status: 'accepted', good_mt: true } as const;

function found(
  rows: readonly (SampleRow & { texts: readonly [string, string] })[],
  terms: readonly Pick<Term, 'source' | 'targets' | 'forbidden'>[] = [],
) {
  const source = rows.map(({ texts }) => texts[0]);
  const target = rows.map(({ texts }) => texts[1]);
  const doc = open(sampleInfo('bitext'), sampleContent(source, target, rows));
  doc.terms.glossary = glossaryOf(terms.map((term, id) => ({ ...term, id, note: '' })));
  return findingsOf(doc, sampleLabels, new Map()).map(({ group, rows, text, isSettled }) => ({
    group,
    row: doc.order.indexOf(rows[0] as string) + 1,
    text,
    ...(isSettled && { isSettled }),
  }));
}

const link = (n: number) => ({ source: [n], target: [n] });

it('lists warnings of saved texts, and numbers of accepted ones, in the order of the groups', () => {
  expect(
    found([
      { ...link(0), ...accepted, texts: ['It was 1953.', '1935年です。'] },
      { ...link(1), ...accepted, texts: ['NOAA', '海洋局'], post_edit: 'NOAA' },
      { ...link(2), ...accepted, texts: ['tide', '潮'], post_edit: '潮（' },
      { ...link(3), ...accepted, texts: ['ebb', '潮'], post_edit: '' },
      { ...link(4), ...accepted, texts: ['It has 206.', 'あります。'], post_edit: '二百七あります。' },
    ]),
  ).toEqual([
    {
      group: 'numbers',
      row: 1,
      text: 'The source has 1953, this text does not. This text has 1935, the source does not.',
    },
    { group: 'numbers', row: 5, text: 'The source has 206, this text does not.' },
    { group: 'empty', row: 4, text: 'The text is empty.' },
    { group: 'untranslated', row: 2, text: 'The text is the same as the source.' },
    { group: 'writing', row: 3, text: '（ is not closed.' },
  ]);
});

it('asks nothing of a row that nobody has decided, or whose translation was judged bad, or taken as right', () => {
  expect(
    found([
      { ...link(0), texts: ['It was 1953.', '1935年です。'] },
      { ...link(1), ...accepted, good_mt: false, texts: ['It was 1953.', '1935年です。'] },
      { ...link(2), ...accepted, overridden: ['numbers'], texts: ['It was 1953.', 'その年です。'] },
    ]),
  ).toEqual([{ group: 'numbers', row: 3, text: 'The source has 1953, this text does not.', isSettled: true }]);
  expect(openFindings([])).toEqual([]);
});

it('misses labels that are in use, and reasons of empty sides where some have one', () => {
  const rows = [
    { ...link(0), ...accepted, texts: ['a', 'あ'] as const },
    { ...link(1), status: 'accepted' as const, texts: ['b', 'い'] as const },
    { source: [2], target: [], status: 'accepted' as const, null_reason: 'omission', texts: ['c', ''] as const },
    { source: [3], target: [], status: 'accepted' as const, texts: ['d', ''] as const },
    { ...link(4), texts: ['e', 'お'] as const },
  ];
  expect(found(rows)).toEqual([
    { group: 'empty', row: 4, text: 'No target and no reason.' },
    { group: 'unlabelled', row: 2, text: 'good_mt not set: 2.' },
  ]);
});

it('asks about doubtful rows that were accepted several at once, or implicitly', () => {
  const doubt = { confidence: 0.71, status: 'accepted' as const, good_mt: true };
  expect(
    found([
      { ...link(0), ...doubt, changed_at: at, texts: ['one', 'い'] },
      { ...link(1), ...doubt, changed_at: at, confidence: 0.97, texts: ['two', 'ろ'] },
      { ...link(2), ...doubt, changed_at: '2026-05-12T13:00:00Z', texts: ['three', 'は'] },
      { ...link(3), ...doubt, status: 'implicit', texts: ['four', 'に'] },
    ]),
  ).toEqual([
    { group: 'doubtful', row: 1, text: '.71, 1:1. “one”' },
    { group: 'doubtful', row: 4, text: '.71, 1:1. “four”' },
  ]);
});

it('quotes a doubtful row by its target where it has no source, and cuts no character in two', () => {
  const doubt = { confidence: 0.55, status: 'implicit' as const };
  const emoji = '🌊'.repeat(41);
  expect(
    found([
      { source: [], target: [0], ...doubt, texts: ['', 'えーと。'] },
      { ...link(1), ...doubt, texts: [emoji, 'い'] },
    ]).map(({ text }) => text),
  ).toEqual(['.55, 0:1. “えーと。”', `.55, 1:1. “${'🌊'.repeat(40)}…”`]);
});

it('holds an accepted text that nobody has edited to the glossary, as it does a post-edit', () => {
  const rows = [
    { ...link(0), ...accepted, texts: ['The tide', '海'] as const },
    { ...link(1), ...accepted, texts: ['A tide', '潮と字'] as const },
    { ...link(2), texts: ['No tide', '海'] as const },
    { ...link(3), ...accepted, overridden: ['terms'], texts: ['One tide', '海'] as const },
  ];
  expect(found(rows, [{ source: 'tide', targets: ['潮'], forbidden: ['字'] }])).toEqual([
    { group: 'terms', row: 1, text: '“tide” should be 潮.' },
    { group: 'terms', row: 2, text: '“字” must not stand for “tide”.' },
    { group: 'terms', row: 4, text: '“tide” should be 潮.', isSettled: true },
  ]);
});
