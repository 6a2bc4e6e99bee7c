/** What the engine would do around the reviewed rows, row by row: which chips come, which go, how sure it would be. */

import { type Doc, findChip } from './document';
import { operation } from './gesture';
import type { Chip, Operation, Proposal, Side, Step } from './types';

interface Coming {
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

/** Proposals that still fit: their rows are there with the same chips, and nobody has reviewed them since. */
export function standing(doc: Doc, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.filter(
    (proposal) =>
      proposal.rows.every((id) => doc.rows.get(id)?.status === 'proposed') &&
      (['source', 'target'] as const).every((side) => sameChips(doc, proposal, side)),
  );
}

function sameChips(doc: Doc, proposal: Proposal, side: Side): boolean {
  const proposed = proposal.after.flatMap((row) => row[side] ?? []);
  // A sentence of the paper is named by its number, and may always be taken.
  if (proposed.length === 0 && proposal.after.every((row) => row[side] === undefined)) return true;
  const there = new Set(proposal.rows.flatMap((id) => (doc.rows.get(id)?.[side] ?? []).map((chip) => chip.id)));
  return proposed.length === there.size && proposed.every((id) => there.has(id));
}

export function changesOf(doc: Doc, proposals: readonly Proposal[]): ReadonlyMap<string, RowChange> {
  const changes = new Map<string, RowChange>();
  if (proposals.length === 0) return changes;
  const numbers = new Map(doc.order.map((id, i) => [id, i + 1]));
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
          const place = findChip(doc.rows, chip, proposal.rows);
          return !place || place.row.id === id ? [] : [{ chip: place.chip, from: numbers.get(place.row.id) ?? 0 }];
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

/** One operation for a person who has read a row as proposed: it applies the proposal and accepts that row. */
export function takeAndAccept(doc: Doc, proposal: Proposal, row: string, confirms: readonly string[]): Operation {
  const steps: Step[] = [...proposal.steps];
  const kept = proposal.after.some((after) => after.row === row);
  if (kept) steps.push({ type: 'set', rows: [row], fields: { status: 'accepted' } });
  const implicit = confirms.filter((id) => !proposal.rows.includes(id));
  if (kept && implicit.length > 0) steps.push({ type: 'set', rows: implicit, fields: { status: 'implicit' } });
  const rows = [...proposal.rows, ...proposal.after.map((after) => after.row), ...(kept ? implicit : [])];
  return operation(doc, 'realign', steps, [...new Set(rows)]);
}
