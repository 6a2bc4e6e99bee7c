import { expect, it } from 'vitest';
import { rowOf } from '../model/document';
import { everything } from '../model/filters';
import { label, sampleDoc, sampleLabels, uuid } from '../testing/sample';
import { labelsOf, languagesOf, viewWords } from './PrintedReview';

const doc = sampleDoc(['One.'], ['Eins.'], [{ source: [0], target: [0] }]);

it('lists what a row was given, the labels of the project by their names', () => {
  const row = {
    ...rowOf(doc, uuid(1)),
    good_align: true,
    good_mt: false,
    null_reason: 'omission',
    tags: ['mis-translation'],
    labels: { tone: 'plain' },
    flagged: true,
  };
  const labels = [...sampleLabels, label('tone', 'choice', ['plain'], { name: 'Tone' })];
  expect(labelsOf(row, labels)).toEqual([
    'Good alignment yes',
    'Good translation no',
    'omission',
    'mis-translation',
    'Tone plain',
    'flagged',
  ]);
  expect(labelsOf(rowOf(doc, uuid(1)), labels)).toEqual([]);
});

it('names the filters and what was searched for', () => {
  const view = { ...everything, filters: ['below' as const, 'unreviewed' as const], below: 0.8, query: 'tide' };
  expect(viewWords(doc, view)).toMatch(/below \.80/i);
  expect(viewWords(doc, view).split(', ')).toHaveLength(3);
  expect(viewWords(doc, view)).toMatch(/“tide”$/);
  expect(viewWords(doc, everything)).toBe('');
});

it('names the languages, the one of a paper and its talk once', () => {
  const talk = { ...doc, kind: 'paper_talk' as const };
  expect(languagesOf(doc)).toBe('English to Japanese');
  expect(languagesOf({ ...talk, targetLanguage: 'en' })).toBe('Paper and talk, English');
  expect(languagesOf(talk)).toBe('Paper and talk, English and Japanese');
});
