/** Rows as values: a new one, and whether two are the same. */

import { saysLabels } from './labels';
import type { Chip, LoggedRow, Row, RowFields } from './types';

/** A row as a person makes it: no proposal, hence no confidence. */
export function blankRow(id: string, position: number): Row {
  return {
    id,
    position,
    version: 0,
    source: [],
    target: [],
    status: 'proposed',
    good_align: null,
    good_mt: null,
    flagged: false,
    tags: [],
    labels: {},
    null_reason: '',
    post_edit: null,
    overridden: [],
    decision_reason: '',
    confidence: null,
    features: {},
    verdicts: {},
    candidates: [],
    edited: true,
    changed_at: null,
    n_comments: 0,
  };
}

const isSettable: Readonly<Record<keyof RowFields, true>> = {
  status: true,
  good_align: true,
  good_mt: true,
  flagged: true,
  tags: true,
  labels: true,
  null_reason: true,
  post_edit: true,
  overridden: true,
  decision_reason: true,
};

/** What a `set` step may change, each as the schema calls it; the compiler holds the list to the schema. */
export const settable = Object.keys(isSettable) as readonly (keyof RowFields)[];

export function sameField(a: LoggedRow, b: LoggedRow, name: keyof RowFields): boolean {
  if (name === 'labels') return saysLabels(a.labels) === saysLabels(b.labels);
  if (name === 'decision_reason') return (a[name] ?? '') === (b[name] ?? ''); // what is logged by an earlier version lacks it
  if (name !== 'tags' && name !== 'overridden') return a[name] === b[name];
  // The log of an earlier version lacks the newer of the two.
  const [one, other] = [a[name] ?? [], b[name] ?? []];
  return one.length === other.length && one.every((text, i) => text === other[i]);
}

/**
 * Equal in everything that an edit can change: without the version, which counts edits, and the position, which is where
 * there was room when the row was made.
 */
export function sameRow(a: LoggedRow, b: LoggedRow): boolean {
  return (
    a.edited === b.edited &&
    settable.every((name) => sameField(a, b, name)) &&
    sameChips(a.source, b.source) &&
    sameChips(a.target, b.target)
  );
}

export function sameChips(a: readonly Chip[], b: readonly Chip[]): boolean {
  return a.length === b.length && a.every((chip, i) => sameChip(chip, b[i] as Chip));
}

function sameChip(a: Chip, b: Chip): boolean {
  return (
    a.id === b.id &&
    a.unit === b.unit &&
    a.start === b.start &&
    a.end === b.end &&
    a.removed === b.removed &&
    a.joined === b.joined &&
    !a.is_key === !b.is_key // the log of an earlier version lacks it
  );
}

/** The first chip of a row has nothing to be joined to. */
export function seams(chips: readonly Chip[]): readonly Chip[] {
  const [first, ...rest] = chips;
  return first?.joined ? [{ ...first, joined: false }, ...rest] : chips;
}
