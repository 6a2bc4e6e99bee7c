import { expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { choicesFor } from './candidates';

const weighed = (...shares: [number | null, number][]) =>
  shares.map(([source, probability]) => ({ source, probability }));
const doc = sampleDoc(
  ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.'],
  ['a', 'b', 'c'],
  [
    { source: [], target: [0] },
    {
      source: [1],
      target: [1],
      candidates: weighed([null, 0.04], [0, 0.05], [1, 0.6], [2, 0.1], [3, 0.09], [4, 0.08], [5, 0.03], [6, 0.01]),
    },
    { source: [], target: [2] },
  ],
  'paper_talk',
);

it('puts the five likeliest sentences on 1 to 5, and no sentence on 0', () => {
  const { choices, of } = choicesFor(doc, uuid(2));
  expect(of).toBe(uuid(2));
  expect(choices.map(({ number, sentence }) => [number, sentence])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 0],
    [0, null],
  ]);
  expect(choices.at(-1)?.probability).toBe(0.04);
});

it('offers what was candidates of the previous span to one that has nothing of its own', () => {
  expect(choicesFor(doc, uuid(3))).toEqual(choicesFor(doc, uuid(2)));
});

it('offers nothing before the first span that the engine knew', () => {
  expect(choicesFor(doc, uuid(1))).toEqual({ choices: [], of: null });
});
