/** What the engine would do around the reviewed rows, row by row: which chips come, which go, how sure it would be. */

import { type Doc, findChip } from './document';
import { operation } from './plan';
import type { Chip, Operation, Side, Step } from './types';

export interface ProposedRow {
  row: string;
  probability: number | null;
  position?: number;
  source?: readonly string[];
  target?: readonly string[];
  source_units?: readonly number[];
}

export interface Proposal {
  rows: readonly string[];
  steps: readonly Step[];
  before: readonly ProposedRow[];
  after: readonly ProposedRow[];
}

export interface Realignment {
  n_fixed: number;
  expected_wrong_before: number;
  expected_wrong_after: number;
  proposals: readonly Proposal[];
}

export interface Coming {
  chip: Chip;
  /** Number of the row it comes from. */
  from: number;
}

export interface RowChange {
  proposal: Proposal;
  probability: number | null;
  comes: Readonly<Record<Side, readonly Coming[]>>;
  /** Chip id to the number of the row it goes to; null when that row does not exist yet. */
  goes: ReadonlyMap<string, number | null>;
  sentence: number | null | undefined;
}

/** Proposals that still fit: every row they name is there and nobody has reviewed it since. */
export function standing(doc: Doc, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.filter((proposal) => proposal.rows.every((id) => doc.rows.get(id)?.status === 'proposed'));
}

export function changesOf(doc: Doc, proposals: readonly Proposal[]): ReadonlyMap<string, RowChange> {
  const numbers = new Map(doc.order.map((id, i) => [id, i + 1]));
  const changes = new Map<string, RowChange>();
  for (const proposal of proposals) {
    const home = new Map<string, string>();
    for (const row of proposal.after)
      for (const id of [...(row.source ?? []), ...(row.target ?? [])]) home.set(id, row.row);
    for (const id of proposal.rows) {
      const row = doc.rows.get(id);
      if (!row) continue;
      const after = proposal.after.find((other) => other.row === id);
      const coming = (side: Side) =>
        (after?.[side] ?? []).flatMap((chip): Coming[] => {
          const found = findChip(doc.rows, chip, proposal.rows);
          return !found || found.row.id === id ? [] : [{ chip: found.chip, from: numbers.get(found.row.id) ?? 0 }];
        });
      const goes = new Map<string, number | null>();
      for (const chip of [...row.source, ...row.target]) {
        const to = home.get(chip.id);
        if (to !== undefined && to !== id) goes.set(chip.id, numbers.get(to) ?? null);
      }
      changes.set(id, {
        proposal,
        probability: after?.probability ?? null,
        comes: { source: coming('source'), target: coming('target') },
        goes,
        sentence: after?.source_units === undefined ? undefined : (after.source_units[0] ?? null),
      });
    }
  }
  return changes;
}

/** Taking several proposals is one operation, hence one undo. */
export function takeOf(doc: Doc, proposals: readonly Proposal[]): Operation {
  const rows = new Set(proposals.flatMap((proposal) => [...proposal.rows, ...proposal.after.map((row) => row.row)]));
  return operation(
    doc,
    'realign',
    proposals.flatMap((proposal) => proposal.steps),
    [...rows],
  );
}
