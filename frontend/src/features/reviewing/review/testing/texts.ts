/** The bitext and the talk that the browser tests review: the same texts and links as in tests/e2e/seeding.py. */

import type { Chip, Content } from '../model/types';
import { type SampleRow, sampleContent } from './sample';

const source = [
  'The tide came in at noon.',
  'She wrote it down by hand, as her mother had.',
  'Nobody had asked her to.',
  'The ledger has nine columns.',
  'Two of them are empty.',
  'Well, let me say that again.',
  'The harbour froze once.',
  'The pilots were told first.',
  'The market heard of it last.',
  'A boy carried the numbers up the hill.',
  'His dog came too.',
  'That is all we know.',
];
const target = [
  '正午に潮が満ちました。',
  '彼女はそれを手で',
  '書き留めました。',
  '誰かに頼まれた',
  'わけでは',
  'ありませんでした。',
  '台帳には列が九つあり、二つは空です。',
  'えーと。',
  '港は一度凍りました。',
  '市場は最後に聞きました。',
  '先に知ったのは水先人です。',
  '少年が数字を丘の上まで運びました。',
  '犬も一緒でした。',
  'これで全部です。',
  'それも毎日です。',
];
/** 1:1, 1:2, 1:3, 2:1, a dropped source, an added target, a crossing, a gap. */
const rows: SampleRow[] = [
  { source: [0], target: [0], confidence: 0.98 },
  { source: [1], target: [1, 2], confidence: 0.93 },
  { source: [2], target: [3, 4, 5], confidence: 0.71 },
  { source: [3, 4], target: [6], confidence: 0.62 },
  { source: [5], target: [], confidence: 0.4 },
  { source: [], target: [7], confidence: 0.55 },
  { source: [6], target: [8], confidence: 0.97 },
  { source: [7], target: [10], confidence: 0.83 },
  { source: [8], target: [9], confidence: 0.81 },
  { source: [9], target: [11, 14], confidence: 0.35 },
  { source: [10], target: [12], confidence: 0.96 },
  { source: [11], target: [13], confidence: 0.99 },
];

/** `changes`: what is different in the rows with these numbers. */
export function bitext(changes: Readonly<Record<number, Partial<SampleRow>>> = {}): Content {
  return sampleContent(
    source,
    target,
    rows.map((row, at) => ({ ...row, ...changes[at + 1] })),
  );
}

const paper = [
  'Transcripts lack full stops.',
  'A pause is not a full stop.',
  'We label breaths by hand.',
  'Breaths are heard in most recordings.',
  'A model reads words and breaths together.',
  'It errs at hesitations.',
  'Two corpora were recorded in a harbour office.',
  'Each has an hour of speech.',
  'The model finds nine stops in ten.',
  'Without breaths it finds seven.',
];
const said = [
  'so the words come without any stop',
  'and people take a pause for one',
  'which it is not',
  'we sat down and labelled breaths',
  'and you hear them nearly everywhere',
  'the model takes both words and breaths',
  'um where was I',
  'it finds nine in ten',
];
const candidates = [
  { source: 2, probability: 0.58 },
  { source: 3, probability: 0.22 },
  { source: 4, probability: 0.1 },
  { source: 7, probability: 0.05 },
  { source: 0, probability: 0.03 },
  { source: null, probability: 0.02 },
];

/** Two spans share the fourth segment; the sixth is about no sentence. */
export function talk(): Content {
  const content = sampleContent(paper, said, [
    {
      source: [0],
      target: [0],
      candidates: [
        { source: 0, probability: 0.91 },
        { source: null, probability: 0.09 },
      ],
    },
    { source: [1], target: [1, 2] },
    { source: [2], target: [3], candidates },
    { source: [3], target: [3, 4] },
    { source: [4], target: [5] },
    { source: [], target: [6] },
    { source: [8], target: [7] },
  ]);
  const shared: Readonly<Record<number, Partial<Chip>>> = { 2: { end: 16 }, 3: { start: 16 } };
  return {
    ...content,
    rows: content.rows.map((row, at) => ({
      ...row,
      target: row.target.map((chip) => (chip.unit === 3 ? { ...chip, ...shared[at] } : chip)),
    })),
  };
}
