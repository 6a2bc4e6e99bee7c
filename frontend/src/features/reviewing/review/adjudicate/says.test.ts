/** What rows say, in the cases that the server shares (tests/contract/says). */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Chip, LoggedRow, PairKind } from '../model/types';
import { uuid } from '../testing/sample';
import { type Piece, saysOf } from './model';

interface CaseRow extends Partial<Omit<LoggedRow, 'source' | 'target'>> {
  source: Piece[];
  target: Piece[];
  removed?: Piece[];
  key?: Piece[];
}

interface Case {
  name: string;
  kind: PairKind;
  one: CaseRow[];
  other: CaseRow[];
  same: boolean;
}

const file = resolve(import.meta.dirname, '../../../../../../tests/contract/says/cases.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

const chips = (pieces: readonly Piece[], removed = false, is_key = false): Chip[] =>
  pieces.map(([unit, start, end], n) => ({ id: uuid(n), unit, start, end, removed, joined: false, is_key }));

const rowsOf = (rows: readonly CaseRow[]): LoggedRow[] =>
  rows.map(({ source, target, removed = [], key = [], ...fields }, position) => ({
    id: uuid(1000 + position),
    position,
    version: 1,
    status: 'accepted',
    good_align: null,
    good_mt: null,
    flagged: false,
    tags: [],
    labels: {},
    null_reason: '',
    post_edit: null,
    overridden: [],
    decision_reason: '',
    edited: false,
    ...fields,
    source: chips(source),
    target: [...chips(target), ...chips(removed, true), ...chips(key, false, true)],
  }));

it.each(cases)('$kind: $name', ({ kind, one, other, same }) => {
  expect(saysOf(rowsOf(one), kind) === saysOf(rowsOf(other), kind)).toBe(same);
});
