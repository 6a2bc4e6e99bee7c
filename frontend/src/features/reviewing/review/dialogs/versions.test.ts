import { expect, it } from 'vitest';
import type { Change } from '../model/apply';
import { rowOf } from '../model/document';
import type { Row } from '../model/types';
import type { Conflict } from '../queue/state';
import { sampleDoc, uuid } from '../testing/sample';
import { textOf, versionsOf, wordsOf } from './ConflictDialog';

const doc = sampleDoc(
  ['One.', 'Two.'],
  ['Eins.', 'Zwei.'],
  [
    { source: [0], target: [0] },
    { source: [1], target: [1] },
  ],
);
const [one, two] = [rowOf(doc, uuid(1)), rowOf(doc, uuid(2))];
const conflict = (rows: readonly Row[], by: { id: number; name: string } | null = null) =>
  ({ body: { rows, changed_by: by } }) as unknown as Conflict;
const change = (before: Row[], after: Row[]) => ({ before, after }) as unknown as Change;

it('compares the row that both changed, whatever else was changed', () => {
  const mine = { ...two, post_edit: 'mine' };
  const theirs = { ...two, post_edit: 'theirs' };
  const did = change([one, two], [{ ...one, flagged: true }, mine]);
  expect(versionsOf(conflict([theirs]), did)).toEqual({ mine, theirs, base: two });
});

it('shows what there is where the row of one of them is gone', () => {
  expect(versionsOf(conflict([two]), undefined)).toEqual({ mine: undefined, theirs: two, base: undefined });
  expect(versionsOf(conflict([two]), change([one], [one]))).toEqual({ mine: one, theirs: two, base: undefined });
  expect(versionsOf(conflict([]), change([one], [one]))).toMatchObject({ mine: one, theirs: undefined });
});

it('says whose they are: another person’s, or one’s own from elsewhere', () => {
  expect(wordsOf(conflict([], { id: 2, name: 'Tomás Arriaga' }), 1)).toMatchObject({
    who: 'Tomás Arriaga',
    theirs: 'Tomás Arriaga’s',
    keepTheirs: 'Keep Tomás’s',
  });
  expect(wordsOf(conflict([], { id: 1, name: 'Ines Koba' }), 1)).toMatchObject({ who: 'You', mine: 'Here' });
  expect(wordsOf(conflict([]), 1).who).toBe('Someone else');
});

it('takes the post-edit for the text where there is one, an empty one too', () => {
  expect([one, { ...one, post_edit: 'by hand' }, { ...one, post_edit: '' }].map((row) => textOf(doc, row))).toEqual([
    'Eins.',
    'by hand',
    '',
  ]);
});
