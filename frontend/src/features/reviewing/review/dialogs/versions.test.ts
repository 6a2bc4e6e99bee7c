import { expect, it } from 'vitest';
import { textOf } from '../editor/deciding';
import type { Change } from '../model/apply';
import { rowOf } from '../model/document';
import type { Row } from '../model/types';
import type { Conflict } from '../sending/state';
import { sampleDoc, uuid } from '../testing/sample';
import { linkWords, savedWords, versionsOf, wordsOf } from './versions';

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

it('compares with what the field was opened on, though the page has seen another text since', () => {
  const opened = { ...two, version: 3, post_edit: 'as it was opened' };
  const seenLater = { ...two, version: 4, post_edit: 'theirs' };
  const body = { rows: [seenLater], changed_by: null, started_from: [opened] };
  const did = change([seenLater], [{ ...seenLater, post_edit: 'mine' }]);
  expect(versionsOf({ body } as unknown as Conflict, did).base).toEqual(opened);
});

it('says whose they are: another person’s, or one’s own from elsewhere', () => {
  const typing = { steps: [{ type: 'set', rows: [], fields: { post_edit: 'mine' } }] };
  const by = (name: string, id: number) =>
    wordsOf({ ...conflict([], { id, name }), operation: typing } as unknown as Conflict, 1);
  expect(by('Tomás Arriaga', 2)).toEqual({
    where: 'by Tomás Arriaga while you were typing',
    who: 'Tomás Arriaga',
    mine: 'What you typed here',
    keepMine: 'Keep what I typed here',
  });
  expect(by('Ines Koba', 1)).toMatchObject({ where: 'in another tab or on another device while you were typing' });
  const flagging = { steps: [{ type: 'set', rows: [], fields: { flagged: true } }] };
  expect(wordsOf({ ...conflict([]), operation: flagging } as unknown as Conflict, 1)).toMatchObject({
    where: 'by someone else while you were editing it',
    keepMine: 'Keep what I did here',
  });
});

it('says how many saved it before, where more than one did', () => {
  const saved = (n_before: number) =>
    savedWords({ body: { changed_at: null, n_before } } as unknown as Conflict, 'Tomás Arriaga');
  expect([saved(0), saved(1)]).toEqual(['Tomás Arriaga', 'Tomás Arriaga, and 1 before']);
});

it('says where links differ from those that both started from', () => {
  expect(linkWords(two, two)).toBe('');
  expect(linkWords({ ...two, target: [] }, two)).toBe('links changed, 1:0');
});

it('takes the post-edit for the text where there is one, an empty one too', () => {
  expect([one, { ...one, post_edit: 'by hand' }, { ...one, post_edit: '' }].map((row) => textOf(doc, row))).toEqual([
    'Eins.',
    'by hand',
    '',
  ]);
});
