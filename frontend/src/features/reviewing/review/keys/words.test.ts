import { expect, it } from 'vitest';
import { filtersFor } from '../model/filters';
import { wordsOf } from '../model/verbs';
import { defaultSettings, KeyMap } from './dispatch';
import { actionsFor, sheetFor } from './sheet';

it('speaks of pages and stretches where there is no paper', () => {
  const verbs = ['null', 'reassign', 'merge', 'split', 'own_row', 'split_text', 'accept', 'submit', 'move'];
  const said = [
    ...actionsFor('slides_talk').flatMap(({ label, line }) => [label, line ?? '']),
    ...sheetFor('slides_talk').flatMap((column) => column.map(({ title }) => title)),
    ...filtersFor('slides_talk').map(({ label }) => label),
    ...verbs.map((verb) => wordsOf(verb, 'slides_talk')),
  ];
  expect(said.filter((words) => /paper|\bspan|(?<!key )sentence/i.test(words))).toEqual([]);
  expect(said).toEqual(expect.arrayContaining(['No slide', 'chose another page', 'joined stretches']));
});

it('has the keys of a deck for slides only', () => {
  const slides = new KeyMap(defaultSettings, 'slides_talk', false);
  const paper = new KeyMap(defaultSettings, 'paper_talk', false);
  const at = (map: KeyMap, chord: string) => map.find(chord, ['talk', 'rows', 'view']);
  expect(['ArrowRight', '0', 'g', 'Shift+g'].map((chord) => at(slides, chord))).toEqual([
    'to_deck',
    'no_slide',
    'go_to',
    'to_page',
  ]);
  expect(['ArrowRight', '0', 'Shift+g'].map((chord) => at(paper, chord))).toEqual(['to_paper', 'no_sentence', null]);
  expect(slides.find('g', ['deck', 'view'])).toBe('deck_page');
});
