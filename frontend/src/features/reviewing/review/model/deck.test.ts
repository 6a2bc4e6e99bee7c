import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { sampleDoc, uuid } from '../testing/sample';
import { countSentences, framesOf, lastingOf, linesOf, pageOf, pagesOf } from './deck';

const said = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Pages 3, 3, 2, none, 3; pages 1 and 4 are never shown. */
const doc = sampleDoc(
  ['One', 'Two', 'Three', ' '],
  said,
  [2, 2, 1, null, 2].map((page, at) => ({ source: page === null ? [] : [page], target: at === 4 ? [4, 5] : [at] })),
  'slides_talk',
);
const frames = (of = doc) => framesOf(of).map(({ page, time, rows }) => [page.number, time, rows.length]);

it('folds the rows that follow each other on a page, and says which time a page comes up', () => {
  expect(frames()).toEqual([
    [1, 0, 0],
    [3, 1, 2],
    [4, 0, 0],
    [2, 1, 1],
    [3, 2, 1],
  ]);
});

it('knows how many sentences a showing has, and how long it lasts', () => {
  expect([countSentences(doc, [uuid(5)]), lastingOf(doc, [uuid(5)])]).toEqual([2, [16, 23]]);
  expect([countSentences(doc, []), lastingOf(doc, [])]).toEqual([0, null]);
});

interface PagesCase {
  of: string;
  units: { page: number | null; text: string }[];
  pages: { number: number; unit: number; units: number[]; text: string; stripped: string }[];
}

it.each(corpus<PagesCase>('pages').flatMap(([, cases]) => cases))('has the pages of the server: $of', (one) => {
  const sourceUnits = sampleDoc(
    one.units.map(({ text }) => text),
    ['said'],
    [],
  ).sourceUnits.map((unit, at) => ({ ...unit, page: one.units[at]?.page ?? null }));
  expect(pagesOf({ sourceUnits }).map(({ shown, ...page }) => ({ ...page, stripped: shown }))).toEqual(one.pages);
});

it('holds what was put back from the import to the page it stood on', () => {
  const put = { ...doc, sourceUnits: doc.sourceUnits.map((unit, at) => ({ ...unit, page: at === 3 ? 1 : at + 1 })) };
  expect(pagesOf(put).map(({ number, unit, shown }) => [number, unit, shown])).toEqual([
    [1, 0, 'One'],
    [2, 1, 'Two'],
    [3, 2, 'Three'],
  ]);
  expect(pageOf(put, 3)?.number).toBe(1);
  const footer = { ...doc, sourceUnits: doc.sourceUnits.map((unit, at) => ({ ...unit, page: Math.max(2, at + 1) })) };
  const [second] = pagesOf({
    sourceUnits: footer.sourceUnits.map((unit, at) => (at ? unit : { ...unit, text: 'p.' })),
  });
  expect([second?.unit, second?.units]).toEqual([1, [0, 1]]);
  const [unit, ...rest] = put.sourceUnits;
  const units = unit ? [{ ...unit, text: '𝒪ne\n\nlast' }, ...rest] : rest;
  const page = pagesOf({ sourceUnits: units })[0];
  expect(page && linesOf({ sourceUnits: units }, page)).toEqual([
    { unit: 0, start: 0, end: 3, text: '𝒪ne' },
    { unit: 0, start: 5, end: 9, text: 'last' },
  ]);
  expect(pageOf(put, null)).toBeNull();
});
