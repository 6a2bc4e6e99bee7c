import { expect, it } from 'vitest';
import { wordsIn } from '@/ui/large/words';
import { sampleContent, sampleInfo } from '../testing/sample';
import { open } from './document';
import { keysOfPage, linesSaid, spokenWords, wordsOfChip } from './sharedWords';

const page = [
  'Why a threshold fails',
  'Silences inside a clause: median 0.21 s',
  'Silences at its end: median 0.68 s',
  'One in five inside is longer than half a second',
  'Best threshold per speaker: 0.34–0.92 s',
];
const said = [
  'the trouble is they overlap',
  'one in five silences inside a clause is longer than half a second that is somebody looking for a word',
  'so if you just put a threshold which is what everybody does it is wrong for people like me who hesitate',
  'and the best threshold for our fastest speaker would cut the slowest one into pieces',
];

const keys = (text: string, language = 'en') => new Set(wordsIn(text, language).map(({ key }) => key));
const linesIn = (lines: readonly string[], sentences: readonly string[], language = 'en') =>
  linesSaid(
    lines.map((line) => wordsIn(line, language)),
    sentences.map((sentence) => keys(sentence, language)),
  );

it('finds where the lines of a page are said, by the words they share with the sentences', () => {
  expect(linesIn(page, said)).toEqual([2, 1, 1, 1, 3].map((at, line) => (line === 2 ? null : at)));
});

it('takes the earlier of two sentences that have as much of a line, and no sentence for a line without words', () => {
  expect(linesIn(['Two origins', '—'], ['two origins', 'two origins again'])).toEqual([0, null]);
  expect(linesIn(['Two origins'], [])).toEqual([null]);
});

it('compares words whatever their case and width, Japanese by its dictionary and without its grammar', () => {
  expect([...keys('Ｌｏｇ-Normals, 20 %')]).toEqual(['log', 'normals', '20']);
  const japanese = keys('沈黙の長さは二つの分布から来る', 'ja');
  expect([...japanese]).toContain('沈黙');
  expect([...japanese].filter((key) => /^\p{Script=Hiragana}+$/u.test(key))).toEqual([]);
  expect(linesIn(['沈黙の分布'], ['これは犬の話です', 'この沈黙を見てください'], 'ja')).toEqual([1]);
});

it('counts places in code points, and of the talk what its run counts', () => {
  const content = sampleContent(['𝒪 Pause'], ['𝒪 so the pause-like words', '𝒪'], [{ source: [0], target: [0] }]);
  const [unit, ...rest] = content.target_units;
  const units = unit ? [{ ...unit, counted: [9, 9, 20] }, ...rest] : rest;
  const doc = open(sampleInfo('slides_talk'), {
    ...content,
    spaceless: { source: false, target: false },
    target_units: units,
  });
  expect(spokenWords(doc, 0)).toEqual([
    { key: 'pause', start: 9, end: 14 },
    { key: 'like', start: 15, end: 19 },
    { key: 'words', start: 20, end: 25 },
  ]);
  const chip = { id: 'c', unit: 0, start: 15, end: 25, removed: false, joined: false, is_key: false };
  expect(wordsOfChip(doc, chip).map(({ key, start }) => [key, start])).toEqual([
    ['like', 0],
    ['words', 5],
  ]);
  expect(keysOfPage(doc, 0).has('pause')).toBe(true);
  expect(keysOfPage(doc, null).size).toBe(0);
});
