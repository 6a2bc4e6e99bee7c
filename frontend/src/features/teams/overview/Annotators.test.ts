import { expect, it } from 'vitest';
import type { Quality, Stages } from '@/api/types';
import { asCsv } from './Annotators';

it('saves how far people agree with the figures that the table shows', () => {
  const wen = { annotator: 3, username: 'wen', name: 'Wen Li', n_rows: 9, n_reviewed: 4, n_submitted: 2 };
  const annotators = [wen, { ...wen, annotator: 4, name: '' }] as unknown as Stages['annotators'];
  const agreement = [{ annotator: 3, links: 0.91, good_mt: 0.4 }] as unknown as Quality['agreement'];
  const { header, rows } = asCsv(annotators, agreement);
  const at = (name: string) => header.indexOf(name);
  expect(rows.map((row) => [row[0], row[at('alpha_links')], row[at('alpha_good_mt')]])).toEqual([
    ['Wen Li', 0.91, 0.4],
    ['wen', null, null],
  ]);
});
