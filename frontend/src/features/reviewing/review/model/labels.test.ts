import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { label, sampleDoc, sampleLabels } from '../testing/sample';
import { rowOf } from './document';
import { countsOf, everything, factsOf, hasLabel, select, viewFromParams, viewToParams } from './filters';
import {
  applies,
  givenLabels,
  givenValue,
  type Label,
  labelChanges,
  labelsChange,
  missingLabels,
  offered,
  saysLabels,
  toggled,
} from './labels';
import type { Row } from './types';

it('counts rows without a label that others have; nulls need none, and an unused label is not missed', () => {
  const doc = sampleDoc(
    ['a', 'b', 'c', 'd'],
    ['A', 'B', 'C'],
    [
      { source: [0], target: [0], good_mt: true },
      { source: [1], target: [1] },
      { source: [2], target: [2], good_mt: false },
      { source: [3], target: [] },
    ],
  );
  expect(missingLabels(doc, sampleLabels)).toEqual([{ name: 'good_mt', rows: 1 }]);
});

interface AppliesCase {
  applies_to: Label['applies_to'];
  source: boolean;
  target: 'there' | 'removed' | 'none';
  given: boolean;
}

it.each(corpus<AppliesCase>('labels').flatMap(([, cases]) => cases))(
  'apply as on the server: $applies_to, $source, $target',
  ({ applies_to, source, target, given }) => {
    const doc = sampleDoc(['a'], ['A'], [{ source: source ? [0] : [], target: target === 'none' ? [] : [0] }]);
    const row = rowOf(doc, doc.order[0] as string);
    const chips = row.target.map((chip) => ({ ...chip, removed: target === 'removed' }));
    expect(applies(label('tone', 'yes_no', [], { applies_to }), { ...row, target: chips })).toBe(given);
  },
);

const own = [
  ...sampleLabels,
  label('tone', 'choice', ['formal', 'plain'], { name: 'Tone', required: true, applies_to: 'linked' }),
  label('noise', 'tags', ['cough', 'music'], { name: 'Noise' }),
  label('fluent', 'yes_no', [], { name: 'Fluent', required: true, hidden: true }),
  label('gone', 'choice', ['late'], { name: 'Why left out', required: true, applies_to: 'source' }),
];

const sample = () =>
  sampleDoc(
    ['a', 'b', 'c'],
    ['A', 'B'],
    [
      { source: [0], target: [0], labels: { tone: 'formal', noise: ['music', 'cough'] } },
      { source: [1], target: [1] },
      { source: [2], target: [] },
    ],
  );

it('counts required labels of the rows that they apply to, also if nobody has given them', () => {
  expect(missingLabels(sample(), own)).toEqual([
    { name: 'Tone', rows: 1 },
    { name: 'Why left out', rows: 1 },
  ]);
});

it('says what a row has in the names of its guidelines, and what changed', () => {
  const [first, second] = [...sample().rows.values()] as [Row, Row];
  expect(givenLabels(first, own).map(({ name, text }) => `${name} ${text}`)).toEqual([
    'Tone formal',
    'Noise music, cough',
  ]);
  expect(givenLabels({ labels: { old: true } }, own)).toEqual([{ key: 'old', name: 'old', text: 'yes' }]);
  expect(labelChanges(first, { ...second, labels: { tone: 'plain' } }, own)).toEqual(['Tone plain', 'Noise not set']);
});

it('takes away what the other state did not have', () => {
  expect(labelsChange({ tone: 'plain', fluent: true }, { noise: ['cough'], tone: 'formal' })).toEqual({
    tone: 'formal',
    fluent: null,
    noise: ['cough'],
  });
});

it('calls labels equal whatever their order', () => {
  expect(saysLabels({ a: ['x', 'y'], b: true })).toBe(saysLabels({ b: true, a: ['y', 'x'] }));
  expect(saysLabels({ a: ['x'] })).not.toBe(saysLabels({ a: ['x', 'y'] }));
  expect(saysLabels(undefined)).toBe(saysLabels({}));
});

it('filters rows by a value, and by a label that they lack', () => {
  const doc = sample();
  const facts = factsOf(doc, own);
  const places = (labels: readonly string[]) =>
    select(doc, facts, { ...everything, labels }).map((id) => doc.order.indexOf(id) + 1);
  expect(places(['tone:formal'])).toEqual([1]);
  expect(places(['noise:cough'])).toEqual([1]);
  expect(places(['tone:'])).toEqual([2, 3]);
  expect(places(['tone:formal', 'noise:'])).toEqual([]);
  expect(countsOf(doc, facts, 0.5).unlabelled).toBe(3);
  const view = viewFromParams(new URLSearchParams('label=tone:formal&label=noise:&label=bad'));
  expect(view.labels).toEqual(['tone:formal', 'noise:']);
  expect(viewToParams(view, new URLSearchParams('label=x:y')).getAll('label')).toEqual(view.labels);
});

it('offers what is not hidden, and what the row has all the same', () => {
  const hidden = label('tone', 'choice', ['formal', 'plain']);
  const [formal, plain] = hidden.values as [(typeof hidden.values)[number], (typeof hidden.values)[number]];
  const one = { ...hidden, values: [{ ...formal, hidden: true }, plain] };
  expect(offered(one).map(({ key }) => key)).toEqual(['plain']);
  expect(offered(one, 'formal').map(({ key }) => key)).toEqual(['formal', 'plain']);
});

it('turns a value on and off: several of a list, one of a choice, and nothing rather than an empty list', () => {
  const [choice, tags] = [label('tone', 'choice'), label('noise', 'tags')];
  expect(toggled(choice, null, 'formal')).toBe('formal');
  expect(toggled(choice, 'formal', 'plain')).toBe('plain');
  expect(toggled(choice, 'plain', 'plain')).toBeNull();
  expect(toggled(tags, ['cough'], 'music')).toEqual(['cough', 'music']);
  expect(toggled(tags, ['cough', 'music'], 'cough')).toEqual(['music']);
  expect(toggled(tags, ['music'], 'music')).toBeNull();
});

it('takes nothing that each object has of itself for a label', () => {
  const doc = sample();
  const row = { ...rowOf(doc, doc.order[0] as string), labels: {} } as Row;
  const strange = label('constructor', 'yes_no', []);
  expect(givenValue(row, 'constructor')).toBeNull();
  expect(givenLabels(row, [strange])).toEqual([]);
  expect(hasLabel(row, 'constructor:')).toBe(true);
});
