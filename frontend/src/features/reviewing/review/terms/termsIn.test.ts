import { expect, it } from 'vitest';
import type { Term } from '../model/glossary';
import { glossaryOf } from '../model/terms';
import { termsIn } from './TermList';

const term = (id: number, source: string, targets: string[]): Term => ({
  id,
  source,
  targets,
  forbidden: [],
  note: '',
});
const glossary = glossaryOf([term(1, 'tide', ['潮']), term(2, 'hand', []), term(3, 'water', ['水'])]);
const found = (source: string, text: string | null) =>
  termsIn(glossary, source, text).map(({ term: { source: name }, isThere }) => [name, isThere]);

it('has each term of the source once, and whether the text renders it', () => {
  expect(found('The tide and a tide of water.', '潮が満ちた。')).toEqual([
    ['tide', true],
    ['water', false],
  ]);
});

it('never says that a term is there that has no rendering, or where nothing is written', () => {
  expect(found('by hand', '手で')).toEqual([['hand', false]]);
  expect(found('the tide', null)).toEqual([['tide', false]]);
  expect(found('nothing of it', '潮')).toEqual([]);
});
