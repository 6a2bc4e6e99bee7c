import { expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { apply } from './apply';
import { type Frame, framesOf } from './deck';
import { type Doc, rowOf } from './document';
import { type Gesture, isRefusal } from './gesture';
import * as gestures from './gestures';
import { keysOf, overviewOf, propose, type Way } from './keySentences';
import type { Chip } from './types';

const options = { min_page_words: 4, min_sentence_words: 3, min_rouge: 0.1, max_sentences: 2 };

const pages = [
  'Two log-normals\nEvery silence of every speaker comes from a threshold',
  'Ten speakers read aloud in a quiet room',
  'Thanks',
];
const sentences = [
  'So what now?',
  'Every silence comes from two log-normals',
  'Of every speaker there are two',
  'A threshold comes too',
  'Hm',
  'Ten speakers read aloud',
  'And that is all, thanks',
];
/** A page over two rows, one of its own, and one of too few words. */
const rows = [
  { source: [0], target: [0, 1, 2] },
  { source: [0], target: [3, 4] },
  { source: [1], target: [5] },
  { source: [2], target: [6] },
];

function opened(): Doc {
  return { ...sampleDoc(pages, sentences, rows, 'slides_talk'), keyOptions: options };
}

function after(doc: Doc, gesture: Gesture): Doc {
  if (isRefusal(gesture)) throw new Error(gesture.refused);
  return apply(doc, gesture.operation, () => undefined).doc;
}

const chipsOf = (doc: Doc): Chip[] => doc.order.flatMap((id) => [...rowOf(doc, id).target]);
const marked = (doc: Doc) => chipsOf(doc).flatMap(({ is_key, unit }) => (is_key ? [unit] : []));
const chip = (doc: Doc, unit: number) => chipsOf(doc).find((each) => each.unit === unit) as Chip;
const proposed = (doc: Doc, way: Way, byHand: string[] = []) => after(doc, propose(doc, way, new Set(byHand), options));

it('compares as much of a long page as a run, with the blanks that it begins with', () => {
  const blanks = 3900;
  const said = 'Every silence of every speaker comes';
  const alike = (page: string) => {
    const doc = sampleDoc([page], [said], [{ source: [0], target: [0] }], 'slides_talk');
    const [frame] = framesOf(doc);
    return [...keysOf(doc, frame as Frame, options).gains.values()][0];
  };
  const filler = 'tide '.repeat(19);
  expect(alike(`${filler}${said}`)).toBeGreaterThan(0);
  expect(alike(`${' '.repeat(blanks)}${filler}     ${said}`)).toBe(0);
});

it('proposes the best sentences of a page over all of its rows, those that raise ROUGE, or none', () => {
  const doc = opened();
  expect(overviewOf(doc, options).way).toBe('hand');
  const top = proposed(doc, 'top');
  expect(marked(top)).toEqual([1, 2, 5]);
  expect(overviewOf(top, options).way).toBe('top');
  const gain = proposed(top, 'gain');
  expect(marked(gain)).toEqual([1, 2, 3, 5]);
  expect(overviewOf(gain, options).way).toBe('gain');
  expect(marked(proposed(gain, 'hand'))).toEqual([]);
  expect(chipsOf(gain).filter(({ is_key }) => is_key)).toHaveLength(4);
  expect(doc.order.some((id) => rowOf(gain, id).edited || rowOf(gain, id).status !== 'proposed')).toBe(false);
});

it('leaves what is reviewed, and what was set by hand, as it is', () => {
  let doc = opened();
  doc = after(doc, gestures.setKey(doc, uuid(1), [chip(doc, 0).id], true));
  doc = after(doc, gestures.accept(doc, [uuid(3)], []));
  const byHand = [chip(doc, 0).id, chip(doc, 2).id];
  expect(marked(proposed(doc, 'top', byHand))).toEqual([0, 1]);
  const all = after(doc, gestures.accept(doc, [uuid(1), uuid(2), uuid(4)], []));
  expect(overviewOf(all, options).way).toBeNull();
  expect(propose(all, 'top', new Set(), options)).toHaveProperty('refused');
});

it('takes a sentence that is cut for one, whose parts are marked together', () => {
  let doc = opened();
  doc = after(doc, gestures.splitText(doc, uuid(3), chip(doc, 5).id, 4));
  const frames = framesOf(doc).filter((frame) => frame.rows.length > 0);
  expect(frames[1]?.rows).toHaveLength(2);
  const keys = keysOf(doc, frames[1] as (typeof frames)[number], options);
  expect(keys.sentences.map(({ text }) => text)).toEqual(['Ten speakers read aloud']);
  expect([...keys.gains.keys()]).toEqual([chip(doc, 5).id]);
  expect(marked(proposed(doc, 'top'))).toEqual([1, 2, 5, 5]);
});

it('says what each sentence adds to those that are marked, and what the thresholds leave out', () => {
  const doc = proposed(opened(), 'top');
  const [first, , last] = framesOf(doc);
  const keys = keysOf(doc, first as NonNullable<typeof first>, options);
  const gain = (unit: number) => keys.gains.get(chip(doc, unit).id) ?? Number.NaN;
  expect(gain(1) + gain(2)).toBeCloseTo(keys.rouge, 12);
  expect(gain(3)).toBeGreaterThan(0);
  expect([gain(0), gain(4)].map((each) => each <= 0)).toEqual([true, true]);
  expect(keysOf(doc, last as NonNullable<typeof last>, options).gains.size).toBe(0);
  expect(overviewOf(doc, options).leftOut).toEqual({
    short_page: 1,
    no_sentences: 0,
    low_rouge: 0,
    short_sentences: 1,
  });
});
