/** Rows as values: a new one, and whether two are the same. */

import type { Chip, Row } from './types';

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
    null_reason: '',
    post_edit: null,
    confidence: null,
    features: {},
    verdicts: {},
    candidates: [],
    edited: true,
    changed_by: null,
    changed_at: null,
    n_comments: 0,
  };
}

/** Equal in everything an operation can change, but for the version. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.position === b.position &&
    a.status === b.status &&
    a.good_align === b.good_align &&
    a.good_mt === b.good_mt &&
    a.flagged === b.flagged &&
    a.null_reason === b.null_reason &&
    a.post_edit === b.post_edit &&
    a.edited === b.edited &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, i) => tag === b.tags[i]) &&
    sameChips(a.source, b.source) &&
    sameChips(a.target, b.target)
  );
}

function sameChips(a: readonly Chip[], b: readonly Chip[]): boolean {
  return a.length === b.length && a.every((chip, i) => sameChip(chip, b[i] as Chip));
}

function sameChip(a: Chip, b: Chip): boolean {
  return (
    a.id === b.id &&
    a.unit === b.unit &&
    a.start === b.start &&
    a.end === b.end &&
    a.removed === b.removed &&
    a.joined === b.joined
  );
}

/** A chip that stands first in its row has nothing to be joined to. */
export function seams(chips: readonly Chip[]): readonly Chip[] {
  const [first, ...rest] = chips;
  return first?.joined ? [{ ...first, joined: false }, ...rest] : chips;
}
